internal import ArgumentParser
internal import EventLog

/// How events are written out.
struct EventLine: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    /// A line for people.
    case text
    /// A line for programs.
    case json
  }

  @Option(help: "How events are printed: text or json.") var format = Format.text
  @Flag(help: "Print all that events carry; without it, text has the first 400 characters of each.") var full =
    false

  /// So many characters of what an event carries: some carry whole screens.
  private static let most = 400

  func text(of record: LogRecord) throws -> String {
    switch format {
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
      return try line + "] \(record.name) \(shortened(record.payload.value().json))"
    }
  }

  private func shortened(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard !full, let end = scalars.index(scalars.startIndex, offsetBy: Self.most, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return text }
    return "\(text[..<end])… and \(scalars[end...].count) characters more: --full"
  }
}
