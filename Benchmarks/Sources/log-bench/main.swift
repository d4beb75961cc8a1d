// What recording costs, and what it does a second; see Benchmarks/README.md for what has been seen. `log-bench write PATH` writes a log
// of a million events instead, for Benchmarks/Tools/inspector.py.
import Foundation

try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let only = CommandLine.arguments.dropFirst().first
if only == nil || only == "dispatches" { try await dispatches() }
if only == nil || only == "appends" { try await appends() }
if only == nil || only == "reading" { try await reading() }
if only == "write", CommandLine.arguments.count == 3 { try await write(1_000_000, to: CommandLine.arguments[2]) }
