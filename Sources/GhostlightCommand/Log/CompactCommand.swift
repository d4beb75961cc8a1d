internal import ArgumentParser
internal import EventLog
internal import EventLogSQLite

/// `ghostlight log compact`
struct CompactCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compact", abstract: "Forgets what sessions don't need to come back.",
    discussion: """
      Of each session its latest snapshot stays, and what came after. It comes back from them in the program that has made the snapshot, \
      and in another one whose screen is built alike; what was before can't be looked at any more. A session without a snapshot stays whole. \
      The file keeps its size: what was freed is used for what is recorded next.

      No app may be appending to the log meanwhile.
      """)

  @OptionGroup var argument: LogArgument

  func run() async throws {
    try await running {
      try argument.refuseExport()
      let log = try await argument.openToWrite {
        let reader = try SQLiteStore(path: argument.log, isReadOnly: true)
        let version = try reader.open().version
        try await reader.close()
        return try SQLiteLog(path: argument.log, version: version)
      }
      let before = try await LogCheck(log).events
      try await log.compact()
      let after = try await LogCheck(log).events
      try await log.close()
      try Terminal.say("forgot \(count(before - after, "event")) of \(before)")
    }
  }
}
