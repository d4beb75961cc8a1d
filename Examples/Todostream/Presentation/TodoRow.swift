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
  /// How many bytes its texts take.
  var bytes: Int { todo.title.utf8.count + todo.notes.utf8.count }
  /// Whether it is done.
  public var isCompleted: Bool { todo.isCompleted }
  /// Whether it was deleted.
  public var isDeleted: Bool { todo.isDeleted }
  /// The todo in full, as it is to be edited.
  public var detail: TodoDetail { TodoDetail(todo) }
  /// When it is due, as `2026-11-21`; empty where it isn't.
  public var due: String { todo.due?.description ?? "" }

  /// Whether it is still to be done though its day is over.
  ///
  /// - Parameter today: The day it is, as ``today(at:)`` gives it; on an empty one nothing is overdue.
  public func isOverdue(on today: String) -> Bool { !isCompleted && !due.isEmpty && due < today }

  /// The day it is, as `2026-11-21`. Where somebody is nobody knows: a day is over when it is over everywhere on Earth.
  public static func today(at now: Timestamp) -> String {
    // The last places to end a day are twelve hours behind UTC.
    CalendarDay(containing: now.milliseconds - 12 * 3_600_000)?.description ?? ""
  }
}
