internal import ArgumentParser

/// The command `ghostlight`: looks into what an app has recorded.
///
/// It needs none of the app's types: the log says what its events carry. Only to play a recording, the app's program is run.
@main
struct Ghostlight: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ghostlight",
    abstract: "Looks into what a Ghostlight app has recorded.",
    discussion: """
      A log is the SQLite file that the app appends its events to. Todostream's stands beside its database, as todostream.sqlite-events. It \
      may be read while the app is running. Commands that only read take an exported session just as well. The \
      beginning of a session's name is enough.

      Exit codes: 0 for success, 1 if the log or what is to be imported is damaged, 2 if something isn't there or is refused, \
      64 if the command was called wrongly.
      """,
    version: "0.4.0",
    subcommands: [LogCommand.self, ReplayCommand.self, DiagramCommand.self, VerifyCommand.self])
}

/// `ghostlight log …`
struct LogCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Shows, exports, imports, compacts and recovers what is recorded.",
    subcommands: [
      SessionsCommand.self, ShowCommand.self, TailCommand.self, ExportCommand.self, ImportCommand.self,
      CompactCommand.self, RecoverCommand.self,
    ])
}
