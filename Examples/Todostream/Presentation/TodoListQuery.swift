public import EventMacros
internal import TodoModels

/// What a list shows.
@FieldCodable
public struct TodoListQuery: Sendable, Equatable, Codable {
  /// Which todos.
  @FieldCodable
  public enum Filter: String, Sendable, Codable, CaseIterable {
    /// All that aren't deleted.
    case all
    /// Those to do.
    case active
    /// Those done.
    case completed
  }

  /// Words that the title or notes hold.
  public var search: String
  /// Which todos.
  public var filter: Filter

  /// Everything, newest first, unless said otherwise.
  public init(search: String = "", filter: Filter = .all) {
    self.search = search
    self.filter = filter
  }

  var model: TodoQuery {
    let filter: TodoFilter =
      switch filter {
      case .all: .all
      case .active: .active
      case .completed: .completed
      }
    return TodoQuery(search: search, filter: filter)
  }
}
