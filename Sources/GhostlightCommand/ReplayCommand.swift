internal import ArgumentParser
internal import Foundation
internal import Glibc

/// `ghostlight replay`
struct ReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Plays what is recorded in the app's own program, and checks the screens.",
    discussion: """
      ghostlight replay events.sqlite --program .build/debug/todostream
      ghostlight replay bug.jsonl --program todostream --to 12 --html screen.html
      ghostlight replay bug.jsonl --program todostream --serve

      Only an app's own program knows its screens. This runs its subcommand “replay” with whatever else is said here; \
      “PROGRAM replay --help” tells what can be. It ends with the program's exit code: 0 if all screens are the same, 1 if \
      one isn't.
      """)

  @Option(help: "The app's program: a path, or a name that is found as the shell finds it.", completion: .file())
  var program: String

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("The log or the exported session, and options of the app's own replay.", valueName: "log")
  )
  var words: [String]

  func run() async throws {
    try await running {
      let name = program.contains("/") ? Self.whole(program) : program
      var isFolder: ObjCBool = false
      if name.contains("/"), FileManager.default.fileExists(atPath: name, isDirectory: &isFolder), isFolder.boolValue {
        throw CommandFailure("\(program) is a folder: say which program in it")
      }
      throw CommandFailure("\(program) can't be run: \(Self.become(name, ["replay"] + words))")
    }
  }

  private static func whole(_ path: String) -> String { URL(fileURLWithPath: path).path }

  /// Has this process go on as another program.
  ///
  /// - Returns: Why it can't.
  private static func become(_ name: String, _ arguments: [String]) -> String {
    // Safe because the process ends, as itself or as another, before anybody misses this memory.
    var words = ([name] + arguments).map { strdup($0) } + [nil]
    execvp(name, &words)
    let reason = errno
    for word in words { free(word) }
    switch reason {
    case ENOENT where !name.contains("/"):
      return "there is no such program in the search path; for one here say ./\(name)"
    case ENOENT: return "there is no such file"
    case EACCES: return "it isn't executable"
    case ENOEXEC: return "it is no program for this machine"
    default: return String(cString: strerror(reason))
    }
  }
}
