internal import ArgumentParser
internal import EventLog

/// How events are written out.
enum EventFormat: String, ExpressibleByArgument, CaseIterable {
  /// A line for people.
  case text
  /// A line for programs.
  case json

  func line(_ record: LogRecord) throws -> String {
    switch self {
    case .json: return try record.value().json
    case .text:
      // A session may be called as the app's stream is.
      let stream = if case .session(let name) = record.source { name == "app" ? "=app" : name } else { "app" }
      var line = "\(record.position) \(record.time.shortText) \(stream) [\(record.id)"
      if let answers = record.answers {
        line += " answers \(answers)"
      } else if let cause = record.cause {
        line += " for \(cause)"
      }
      return try line + "] \(record.name) \(record.payload.value().json)"
    }
  }
}
