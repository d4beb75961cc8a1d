public import EventMacros
internal import TodoModels

/// What went wrong, as a screen says it.
public struct TodoTrouble: AnswerFailure, Sendable {
  /// A field of the detail screen.
  public enum Field: String, Sendable, Codable, CaseIterable {
    /// The title.
    case title
    /// The notes.
    case notes
    /// The due date.
    case due
  }

  /// What is wrong, in words that each language has its own of.
  public enum Reason: Sendable, Equatable, Codable {
    /// It must not be empty.
    case required
    /// It has more characters than this.
    case tooLong(Int)
    /// It has more bytes than this: some characters carry marks without end.
    case tooLarge(Int)
    /// It lies before 1970.
    case tooEarly
    /// It isn't a date.
    case unreadable
  }

  /// What kind of trouble it is.
  public enum Kind: Sendable, Equatable, Codable {
    /// What was typed is wrong.
    case invalid
    /// The todo isn't there.
    case notFound
    /// The store can't be written.
    case readOnly
    /// The store's disk is full.
    case full
    /// The store can't be used.
    case unavailable
  }

  /// What kind of trouble it is.
  public let kind: Kind
  /// What is wrong with which field.
  public let fields: [Field: Reason]

  public init(_ error: any Error) {
    switch TodoFailure(error) {
    case .invalid(let problems):
      kind = .invalid
      var found: [Field: Reason] = [:]
      for (field, problem) in problems { found[Field(field)] = Reason(problem) }
      fields = found
    case .notFound: (kind, fields) = (.notFound, [:])
    case .readOnly: (kind, fields) = (.readOnly, [:])
    case .full: (kind, fields) = (.full, [:])
    case .unavailable, .cancelled: (kind, fields) = (.unavailable, [:])
    }
  }
}

extension TodoTrouble.Field {
  init(_ field: TodoField) {
    self =
      switch field {
      case .title: .title
      case .notes: .notes
      case .due: .due
      }
  }
}

extension TodoTrouble.Reason {
  init(_ problem: TodoProblem) {
    self =
      switch problem {
      case .required: .required
      case .tooLong(let limit): .tooLong(limit)
      case .tooLarge(let bytes): .tooLarge(bytes)
      case .tooEarly: .tooEarly
      case .unreadable: .unreadable
      }
  }
}
