/// A change that a user asks for. It is applied to the todo as it then is, so different changes of two users both stay.
///
/// Repeating a write other than ``create(_:)`` changes nothing, not even a timestamp.
public enum TodoWrite: Sendable, Equatable, Codable {
  /// Makes a new todo of the draft.
  case create(TodoDraft)

  /// Gives the todo a new content.
  ///
  /// With `since`, the content that the user started from, only the fields that the user changed are written: if another
  /// user changed the others meanwhile, that stays. Without it, all three fields are written.
  case edit(Int64, TodoDraft, since: TodoDraft? = nil)

  /// Completes the todo, or makes it active again.
  case complete(Int64, Bool)

  /// Hides the todo from every list.
  case delete(Int64)

  /// Undoes a deletion; the todo is as complete or active as it was.
  case restore(Int64)
}

extension TodoWrite {
  /// What it changes, in words: the same whatever else the todo holds by then.
  var said: String {
    switch self {
    case .create(let draft): "create \(draft.title)"
    case .edit(_, let draft, let start):
      [
        draft.title != start?.title ? "title \(draft.title)" : nil,
        draft.notes != start?.notes ? "notes \(draft.notes)" : nil,
        start == nil || draft.due != start?.due ? "due \(draft.due?.description ?? "")" : nil,
      ].compactMap { $0 }.joined(separator: "\n")
    case .complete(_, let isCompleted): "complete \(isCompleted)"
    case .delete: "delete"
    case .restore: "restore"
    }
  }

  /// Gives the todo as it is after the write.
  ///
  /// - Parameters:
  ///   - todo: The todo as it is, or `nil` if there is none; for ``create(_:)``, not looked at.
  ///   - id: The id of the written todo.
  ///   - milliseconds: The time of the write, since 1970-01-01T00:00:00Z.
  /// - Throws: ``TodoFailure/notFound(_:)`` if there is no todo, or one that is deleted and the write neither deletes nor
  ///   restores it; ``TodoFailure/invalid(_:)`` if the draft is.
  func applied(to todo: Todo?, id: Int64, at milliseconds: Int64) throws(TodoFailure) -> Todo {
    if case .create(let draft) = self {
      let draft = try draft.validated()
      return Todo(id: id, title: draft.title, notes: draft.notes, due: draft.due, createdAt: milliseconds)
    }
    guard var todo else { throw .notFound(id) }
    switch self {
    case .create: break
    case .edit(_, let draft, let start):
      guard !todo.isDeleted else { throw .notFound(id) }
      let draft = try draft.validated()
      if draft.title != start?.title { todo.title = draft.title }
      if draft.notes != start?.notes { todo.notes = draft.notes }
      if start == nil || draft.due != start?.due { todo.due = draft.due }
    case .complete(_, let isCompleted):
      guard !todo.isDeleted else { throw .notFound(id) }
      if todo.isCompleted != isCompleted { todo.completedAt = isCompleted ? milliseconds : nil }
    case .delete:
      todo.deletedAt = todo.deletedAt ?? milliseconds
    case .restore:
      todo.deletedAt = nil
    }
    return todo
  }
}
