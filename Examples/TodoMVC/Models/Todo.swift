public import EventMacros

/// Something to do.
@FieldCodable
public struct Todo: Sendable, Equatable, Codable, Identifiable {
  /// Its identity, in whichever list.
  public let id: Int64
  /// What is to be done.
  public var title: String
  /// Whether it is done.
  public var isCompleted: Bool

  /// Makes a todo from its parts.
  public init(id: Int64, title: String, isCompleted: Bool = false) {
    self.id = id
    self.title = title
    self.isCompleted = isCompleted
  }
}
