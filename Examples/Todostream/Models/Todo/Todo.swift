/// One thing to do, as the database keeps it.
///
/// A todo is made by ``TodoWrite/create(_:)`` and changed only by other writes; a deleted todo stays in the database so
/// that the deletion can be undone.
public struct Todo: Sendable, Equatable, Codable, Identifiable {
  /// The number that the database gave the todo: 1 or more, never used twice, growing with each creation.
  public let id: Int64

  /// What there is to do: trimmed, 1…``TodoDraft/titleLimit`` characters.
  public var title: String

  /// Anything more to say: trimmed, 0…``TodoDraft/notesLimit`` characters.
  public var notes: String

  /// The day by which it should be done, or `nil` if there is none.
  public var due: CalendarDay?

  /// When it was created, in milliseconds since 1970-01-01T00:00:00Z.
  public var createdAt: Int64

  /// When it was completed, in milliseconds since 1970-01-01T00:00:00Z, or `nil` while it is active.
  public var completedAt: Int64?

  /// When it was deleted, in milliseconds since 1970-01-01T00:00:00Z, or `nil` while it is listed.
  public var deletedAt: Int64?

  /// Makes a todo from its parts, which are taken as they are; only a ``TodoDraft`` checks its content.
  public init(
    id: Int64, title: String, notes: String = "", due: CalendarDay? = nil,
    createdAt: Int64, completedAt: Int64? = nil, deletedAt: Int64? = nil
  ) {
    self.id = id
    self.title = title
    self.notes = notes
    self.due = due
    self.createdAt = createdAt
    self.completedAt = completedAt
    self.deletedAt = deletedAt
  }

  /// Whether it is done.
  public var isCompleted: Bool { completedAt != nil }

  /// Whether it is hidden from every list until it is restored.
  public var isDeleted: Bool { deletedAt != nil }

  /// The content that a user may change, to start an edit from.
  public var draft: TodoDraft { TodoDraft(title: title, notes: notes, due: due) }
}
