internal import WebRenderer

/// A whole screen: what it looks like, and the number of the last patch that is in it.
struct Picture: Sendable {
  /// What is to be said before it.
  let notes: [TextBuffer]
  let sequence: Int
  /// Whether what the page has must be found in it by name, since the numbers of its views are others.
  let isNumberedAnew: Bool
  let html: String
  let title: String
  let path: String
  /// The last intent that had been carried out or refused.
  let lastIntent: Int
  /// The parts of the client that it needs.
  let parts: Set<String>
}
