internal import ArgumentParser
internal import EventLog

/// `ghostlight log sessions`
struct SessionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sessions", abstract: "Lists the recorded sessions, the youngest first.")

  @OptionGroup var argument: LogArgument
  @Option(parsing: .unconditional, help: "How many sessions at most; \(Self.most) unless given.") var limit: Int?

  /// How many are listed of themselves.
  private static let most = 100

  func validate() throws {
    guard limit ?? 0 >= 0 else { throw ValidationError("--limit takes a number from 0.") }
  }

  func run() async throws {
    try await running {
      let opened = try await argument.open()
      // One more than are listed tells that there are more.
      let sessions = try await opened.log.sessions(limit: limit ?? Self.most + 1)
      if sessions.isEmpty, limit != 0 { Terminal.warn("no session is recorded in \(argument.log)") }
      for session in sessions.prefix(limit ?? Self.most) {
        var line =
          "\(session.id) \(session.began.shortText) – \(session.lastEvent.shortText), \(count(session.count, "event"))"
        if let user = session.user { line += ", visitor \(user)" }
        if session.isEnded { line += ", ended" }
        if session.isIncomplete { line += ", incomplete" }
        try Terminal.say(line)
      }
      if limit == nil, sessions.count > Self.most {
        Terminal.warn("these are the youngest \(Self.most) sessions: list older ones with --limit")
      }
      if opened.isSalvaged { throw ExitCode(CommandFailure.damaged) }
    }
  }
}
