public import EventMacros

/// One thing to do, as the database keeps it.
///
/// A todo is made by ``TodoWrite/create(_:)`` and changed only by other writes; a deleted todo stays in the database so
/// that the deletion can be undone.
public struct Todo: Sendable, Equatable, FieldCodable, Identifiable {
  /// What it consists of: kept once, in however many sessions' lists it stands.
  @FieldCodable
  struct Content: Sendable, Equatable, Codable, Identifiable {
    let id: Int64
    var title: String
    var notes: String
    var due: CalendarDay?
    var createdAt: Int64
    var completedAt: Int64?
    var deletedAt: Int64?
  }

  private(set) var content: Shared<Content>

  init(_ content: Shared<Content>) { self.content = content }

  /// The number that the database gave the todo: 1 or more, never used twice, growing with each creation.
  public var id: Int64 { content.value.id }

  /// What there is to do: trimmed, 1…``TodoDraft/titleLimit`` characters.
  public var title: String {
    get { content.value.title }
    set { content.value.title = newValue }
  }

  /// Anything more to say: trimmed, 0…``TodoDraft/notesLimit`` characters.
  public var notes: String {
    get { content.value.notes }
    set { content.value.notes = newValue }
  }

  /// The day by which it should be done, or `nil` if there is none.
  public var due: CalendarDay? {
    get { content.value.due }
    set { content.value.due = newValue }
  }

  /// When it was created, in milliseconds since 1970-01-01T00:00:00Z.
  public var createdAt: Int64 {
    get { content.value.createdAt }
    set { content.value.createdAt = newValue }
  }

  /// When it was completed, in milliseconds since 1970-01-01T00:00:00Z, or `nil` while it is active.
  public var completedAt: Int64? {
    get { content.value.completedAt }
    set { content.value.completedAt = newValue }
  }

  /// When it was deleted, in milliseconds since 1970-01-01T00:00:00Z, or `nil` while it is listed.
  public var deletedAt: Int64? {
    get { content.value.deletedAt }
    set { content.value.deletedAt = newValue }
  }

  /// Makes a todo from its parts, which are taken as they are; only a ``TodoDraft`` checks its content.
  public init(
    id: Int64, title: String, notes: String = "", due: CalendarDay? = nil,
    createdAt: Int64, completedAt: Int64? = nil, deletedAt: Int64? = nil
  ) {
    content = Shared(
      Content(
        id: id, title: title, notes: notes, due: due, createdAt: createdAt, completedAt: completedAt,
        deletedAt: deletedAt))
  }

  public init(from decoder: any Decoder) throws { content = try Shared(from: decoder) }

  public func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }

  public init(reading reader: inout some FieldReader) throws(FieldMismatch) { content = try Shared(reading: &reader) }

  public func write(to writer: inout some FieldWriter) throws { try content.write(to: &writer) }

  /// Whether it is done.
  public var isCompleted: Bool { completedAt != nil }

  /// Whether it is hidden from every list until it is restored.
  public var isDeleted: Bool { deletedAt != nil }

  /// The content that a user may change, to start an edit from.
  public var draft: TodoDraft { TodoDraft(title: title, notes: notes, due: due) }
}
