internal import ArgumentParser
internal import EventLog

/// `ghostlight log sessions`
struct SessionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sessions", abstract: "Lists the recorded sessions, the youngest first.")

  @OptionGroup var argument: LogArgument
  @Option(help: "At most so many.") var limit = 100

  func run() async throws {
    try await running {
      for session in try await argument.open().sessions(limit: limit) {
        var line = "\(session.id) \(session.began.text) – \(session.lastEvent.text), \(session.count) events"
        if let user = session.user { line += ", \(user)" }
        if session.isEnded { line += ", ended" }
        if session.isIncomplete { line += ", incomplete" }
        Terminal.say(line)
      }
    }
  }
}
