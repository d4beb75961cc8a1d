// What recording costs, and what it does a second; see Benchmarks/README.md for what has been seen.
import Foundation

try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
try await dispatches()
try await appends()
try await reading()
