/// A field of a todo's form; in JSON, a key.
public enum TodoField: String, Sendable, Hashable, Codable, CodingKeyRepresentable, CaseIterable {
  /// ``TodoDraft/title``.
  case title

  /// ``TodoDraft/notes``.
  case notes

  /// ``TodoDraft/due``.
  case due
}
