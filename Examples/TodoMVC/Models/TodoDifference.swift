/// What leads from one version of a visitor's list to the next. What it is about may be in neither; then they are the same.
///
/// It says nothing of what stays, and of what happens to all of a kind it says which kind: so it is as short for a list of
/// thousands as for one of three.
public enum TodoDifference: Sendable, Equatable, Codable {
  /// A todo stands at the end.
  case added(Todo)
  /// A todo is called something else.
  case renamed(Int64, String)
  /// A todo is completed, or active.
  case completed(Int64, Bool)
  /// All are completed, or all active.
  case allCompleted(Bool)
  /// A todo is gone.
  case deleted(Int64)
  /// Those that were completed are gone.
  case completedDeleted

  /// Whether this may be what a change has made: where a log was removed, its requests' ids are given once more, to others.
  func isMade(by change: TodoChange) -> Bool {
    switch (self, change) {
    case (.added(let todo), .add(let title)): todo.title == title.text
    case (.renamed(let id, let text), .rename(let other, let title)): id == other && text == title.text
    case (.completed(let id, let isCompleted), .complete(let other, let wanted)):
      id == other && isCompleted == wanted
    case (.completed(let id, _), .toggle(let other)): id == other
    case (.allCompleted(let isCompleted), .completeAll(let wanted)): isCompleted == wanted
    case (.allCompleted, .toggleAll): true
    case (.deleted(let id), .delete(let other)): id == other
    case (.completedDeleted, .deleteCompleted): true
    default: false
    }
  }
}
