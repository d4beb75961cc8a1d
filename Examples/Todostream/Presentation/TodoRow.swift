public import EventMacros
internal import TodoModels

/// A todo as a row of the list shows it. Inert: it formats, and asks nothing.
@FieldCodable
public struct TodoRow: Sendable, Equatable, Codable, Identifiable {
  let todo: Todo

  init(_ todo: Todo) { self.todo = todo }

  /// The todo's identity: two rows with the same one are the same thing, though they may look different.
  public var id: Int64 { todo.id }
  /// The title.
  public var title: String { todo.title }
  /// Whether it is done.
  public var isCompleted: Bool { todo.isCompleted }
  /// When it is due, as `2026-11-21`; empty where it isn't.
  public var due: String { todo.due?.description ?? "" }
  /// Whether there is something to read beside the title.
  public var hasNotes: Bool { !todo.notes.isEmpty }
}
