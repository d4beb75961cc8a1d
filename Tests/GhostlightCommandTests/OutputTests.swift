import Foundation
import Testing

@Suite struct `What is printed` {
  let story: RecordedStory

  init() async throws { story = try await RecordedStory() }

  /// Runs a program with its standard output sent elsewhere, as a shell does it.
  private func run(_ program: String, _ words: [String], _ elsewhere: String) throws -> CommandRun {
    let path = RunningCommand.products.appending(path: program).path
    let script = "\"$0\" \"$@\" \(elsewhere)"
    return try RunningCommand("/bin/sh", ["-c", script, path] + words, in: story.folder).end()
  }

  static let commands = [
    ["log", "show", "events.sqlite"], ["log", "sessions", "events.sqlite"], ["verify", "events.sqlite"],
    ["log", "tail", "events.sqlite", "--no-follow"], ["log", "export", "events.sqlite", "page 1"],
    ["diagram", "events.sqlite"], ["log", "compact", "events.sqlite"],
  ]

  @Test(arguments: commands)
  func `ends with a sentence and 2 where it can't be written`(words: [String]) throws {
    // What is closed at the start may be the number of something of the system's by now, which can't be written either.
    for (elsewhere, reason) in [("> /dev/full", "No space left on device\n"), (">&-", "")] {
      let run = try run("ghostlight", words, elsewhere)
      #expect(run.code == 2 && run.output.isEmpty, "\(words) \(elsewhere): \(run)")
      #expect(run.complaint.hasPrefix("ghostlight: the output can't be written: \(reason)"))
      #expect(run.complaint.count { $0 == "\n" } == 1)
    }
  }

  @Test func `ends without a word where nobody reads on`() throws {
    let run = try run("ghostlight", ["log", "show", "events.sqlite"], "| true")
    #expect(run.code == 0 && run.complaint.isEmpty)
    let ignoring = RunningCommand.products.appending(path: "ghostlight").path
    // Until the reader is gone, and not only about to be.
    let wait = "while printf x 2>/dev/null; do :; done"
    let script = "trap '' PIPE; (\(wait); \"$0\" log show events.sqlite; echo $? >&2) | true"
    let silent = try RunningCommand("/bin/sh", ["-c", script, ignoring], in: story.folder).end()
    #expect(silent.complaint == "2\n")
  }

  @Test func `ends a replay with a sentence and 2 where it can't be written`() throws {
    for words in [["replay", "events.sqlite"], ["replay", "events.sqlite", "--session", "page 1"]] {
      let run = try run("todostream", words, "> /dev/full")
      #expect(run.code == 2 && run.complaint.contains("the output can't be written: No space left on device"))
    }
  }
}
