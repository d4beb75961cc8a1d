/// Brings a recorded session's screen back as it was.
public protocol SessionReplaying: Sendable {
  /// The screen after a record.
  ///
  /// - Parameters:
  ///   - session: The session's name.
  ///   - position: The place of the record in the log.
  /// - Throws: Why it can't be brought back, for people.
  func screen(of session: String, at position: UInt64) async throws -> RecordedScreen
}

/// A session's screen as it was at a moment.
public struct RecordedScreen: Hashable, Sendable {
  /// The document's title.
  public let title: String
  /// The address that was shown.
  public let path: String
  /// The screen as HTML.
  public let html: String
  /// The views as indented lines, to be compared.
  public let outline: String

  /// Describes a screen.
  public init(title: String, path: String, html: String, outline: String) {
    self.title = title
    self.path = path
    self.html = html
    self.outline = outline
  }
}
