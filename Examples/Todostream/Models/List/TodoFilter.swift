public import EventMacros

/// Which todos a list has, by their completion.
@FieldCodable
public enum TodoFilter: String, Sendable, Hashable, Codable, CaseIterable {
  /// Every todo.
  case all

  /// The todos still to be done.
  case active

  /// The todos that are done.
  case completed
}
