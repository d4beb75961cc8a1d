public import EventMacros

/// In which order a list has its todos. Each is total: no two todos are equal in it.
@FieldCodable
public enum TodoOrder: String, Sendable, Hashable, Codable, CaseIterable {
  /// By creation, the last first; then by id, the last first.
  case newestFirst

  /// The reverse of ``newestFirst``.
  case oldestFirst

  /// By due day, the first first, then those without one; then by id, the last first.
  case dueFirst

  /// By the UTF-8 bytes of the title's ``searchFolded(_:)``, the same in every language; then by id, the last first.
  case titleAscending
}
