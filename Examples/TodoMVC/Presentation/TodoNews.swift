/// What a screen is told of its rows.
public enum TodoNews: Sendable, Equatable, Codable {
  /// All of them.
  case all(TodoRows)
  /// What has changed, whoever has changed it.
  case difference(TodoRowsDifference)
  /// That what it asked for changes nothing.
  case nothing
}
