internal import ArgumentParser
internal import EventLog

/// `ghostlight log sessions`
struct SessionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sessions", abstract: "Lists the recorded sessions, the youngest first.")

  @OptionGroup var argument: LogArgument
  @Option(parsing: .unconditional, help: "How many sessions at most.") var limit = 100

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit takes a number from 0.") }
  }

  func run() async throws {
    try await running {
      let opened = try await argument.open()
      let sessions = try await opened.log.sessions(limit: limit)
      if sessions.isEmpty, limit > 0 { Terminal.warn("no session is recorded in \(argument.log)") }
      for session in sessions {
        var line =
          "\(session.id) \(session.began.shortText) – \(session.lastEvent.shortText), \(count(session.count, "event"))"
        if let user = session.user { line += ", visitor \(user)" }
        if session.isEnded { line += ", ended" }
        if session.isIncomplete { line += ", incomplete" }
        try Terminal.say(line)
      }
      if opened.isSalvaged { throw ExitCode(CommandFailure.damaged) }
    }
  }
}
