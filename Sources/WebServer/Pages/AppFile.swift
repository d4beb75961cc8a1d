internal import ViewKit

/// A file of an app that browsers get as it is: a picture for an `Image`, say.
public struct AppFile: Sendable {
  /// Where it is, such as `/images/harbour.svg`.
  public let path: String
  /// What it is, such as `image/svg+xml`.
  public let type: String
  /// What is in it.
  public let content: [UInt8]

  /// Makes a file.
  ///
  /// - Parameters:
  ///   - path: Where it is. It takes precedence over a screen there; `/health` and what begins with `/ghostlight/`
  ///     are out of reach.
  ///   - type: Its media type.
  public init(_ path: String, type: String, content: some Sequence<UInt8>) {
    self.path = path
    self.type = type
    self.content = Array(content)
  }

  /// The path as browsers ask for it.
  package var address: String { Path(path).text }
}
