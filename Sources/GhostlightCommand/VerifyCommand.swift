internal import ArgumentParser
internal import EventLog
internal import EventLogSQLite

/// `ghostlight verify`
struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Checks every block and every event of a log, or of an exported session.",
    discussion: "Says where it is damaged, and how much can be read all the same.")

  @OptionGroup var argument: LogArgument

  func run() async throws {
    try await running {
      if try RecordingFile.isExport(argument.log) {
        let export = try SessionExport(file: argument.log)
        return try Terminal.say(
          "\(count(export.records.count, "event")) of session \(export.session.id) can be read: all of an export")
      }
      do {
        let check = try await LogCheck(SQLiteLog(reading: argument.log))
        try report(check)
        if !check.damages.isEmpty { throw ExitCode(CommandFailure.damaged) }
      } catch let error as EventLogError {
        guard case .damaged(_, _, let reason) = error else { throw error }
        let rest = try argument.salvage()
        Terminal.warn("SQLite can't read the file: \(reason)")
        let check = try await LogCheck(rest)
        try report(check, isSalvaged: true)
        throw ExitCode(CommandFailure.damaged)
      }
    }
  }

  private func report(_ check: LogCheck, isSalvaged: Bool = false) throws {
    for damage in check.damages {
      Terminal.warn(damage.position > 0 ? "damaged behind event \(damage.position): \(damage.reason)" : damage.reason)
    }
    let overhead = check.events == 0 ? 0 : Double(check.bytes - check.payloadBytes) / Double(check.events)
    try Terminal.say(
      "\(count(check.events, "event")) in \(count(check.blocks, "block")) can be read: \(check.bytes) bytes, with "
        + "\((overhead * 10).rounded() / 10) for each event beside what it carries")
    if isSalvaged { return try Terminal.say("The rest is lost, and nobody knows how much that is.") }
    if check.damages.isEmpty { try Terminal.say("Nothing is damaged.") }
  }
}
