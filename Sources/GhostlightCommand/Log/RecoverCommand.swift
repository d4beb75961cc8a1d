internal import ArgumentParser
internal import EventLog
internal import EventLogSQLite

/// `ghostlight log recover`
struct RecoverCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover", abstract: "Makes a new log of all that can still be read of a damaged one.",
    discussion: """
      ghostlight log recover damaged.sqlite --to todostream.sqlite-events

      The damaged log stays as it is. Events keep their places, ids and contents, and sessions come back on the new log, which belongs to \
      the same app. Of a session of \
      which events are missing, those before are there, and it counts as incomplete: it can be looked at, and doesn't come back.

      Says what is lost. The exit code is 0 if nothing is, and 1 if something is or nobody knows; if the new log can't be made, it is 2, \
      and nothing is left of it. A command that is killed may leave a file whose name ends with .unfinished- and some letters. No app \
      should be appending to the damaged log meanwhile.
      """)

  @OptionGroup var argument: LogArgument
  @Option(help: "The log to make. There must be no such file.", completion: .file()) var to: String

  func validate() throws {
    try argument.refuse(output: to, as: "--to")
    // A file that the new log needs beside it would be replaced.
    guard !RecordingFiles(of: to).contain(argument.log) else {
      throw ValidationError("\(argument.log) is what belongs to --to \(to), and would be lost: say another file.")
    }
  }

  func run() async throws {
    try await running {
      try argument.refuseExport()
      let recovery: LogRecovery<SQLiteStore>
      do {
        recovery = try await LogRecovery(of: SQLiteLog(reading: argument.log), beside: SQLiteMargins(of: argument.log))
      } catch EventLogError.damaged(_, _, let reason) {
        let left = try argument.salvage()
        Terminal.warn("SQLite can't read the file: \(reason)")
        let margins = SQLiteMargins(of: argument.log, isDamaged: true)
        let rest = try await LogRecovery(of: left, beside: margins, isSalvaged: true)
        return try await write(rest, isSalvaged: true)
      }
      try await write(recovery, isSalvaged: false)
    }
  }

  private func write<Store: LogStore>(_ recovery: LogRecovery<Store>, isSalvaged: Bool) async throws {
    let report = try await NewLog(path: to, owner: recovery.owner).make { try await recovery.write(to: $0) }
    for loss in report.losses { Terminal.warn(loss.description) }
    if isSalvaged, recovery.owner == nil {
      Terminal.warn("whose log it was can't be read: \(to) is the log of the first app that opens it")
    }
    try Terminal.say("recovered \(count(report.events, "event")) of \(count(report.sessions, "session")) into \(to)")
    if isSalvaged {
      try Terminal.say("The rest is lost, and nobody knows how much that is.")
    } else if report.losses.isEmpty {
      return try Terminal.say("Nothing is lost.")
    }
    throw ExitCode(CommandFailure.damaged)
  }
}
