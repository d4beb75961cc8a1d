public import EventMacros

/// What a write has changed in a visitor's list. Only its owner's pages are told.
@FieldCodable
public struct TodoWritten: Sendable, Equatable, Codable, Addressed {
  /// Whose list.
  public let owner: String
  /// The list's version after the write: one more than before it.
  public let version: Int
  /// What leads from the version before to this one.
  public let difference: TodoDifference

  /// The owner.
  public var addressee: String { owner }

  /// Makes a result from its parts.
  public init(owner: String, version: Int, difference: TodoDifference) {
    self.owner = owner
    self.version = version
    self.difference = difference
  }
}
