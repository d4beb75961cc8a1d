// What recording costs, and what it does a second; see Benchmarks/README.md for what has been seen. `log-bench write PATH` writes a log
// of a million events instead, for Benchmarks/Tools/inspector.py.
import Foundation

let words = Array(CommandLine.arguments.dropFirst())
switch words.first {
case nil:
  try await inFolder {
    try await dispatches()
    try await appends()
    try await reading()
  }
case "dispatches" where words.count == 1: try await inFolder(dispatches)
case "appends" where words.count == 1: try await inFolder(appends)
case "reading" where words.count == 1: try await inFolder(reading)
case "write" where words.count == 2:
  if FileManager.default.fileExists(atPath: words[1]) {
    refuse("\(words[1]) is there already: say a path where nothing is")
  }
  try await write(1_000_000, to: words[1])
default: refuse("Usage: log-bench [dispatches | appends | reading | write PATH]")
}

func inFolder(_ measure: () async throws -> Void) async throws {
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try await measure()
}

func refuse(_ words: String) -> Never {
  FileHandle.standardError.write(Data((words + "\n").utf8))
  exit(EX_USAGE)
}
