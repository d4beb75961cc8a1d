// What recording costs, and what it does a second; see Benchmarks/README.md for what has been seen.
import Foundation

try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let only = CommandLine.arguments.dropFirst().first
if only == nil || only == "dispatches" { try await dispatches() }
if only == nil || only == "appends" { try await appends() }
if only == nil || only == "reading" { try await reading() }
