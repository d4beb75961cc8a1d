public import Ghostlight

/// Turns what the screen asks into what the data is asked, and models into view models. Nothing but pure functions.
public struct ReminderViewModelServer: Server {
  /// Makes a server.
  public init() {}

  public var observers: some Observers {
    On(\ReminderListEvent.requestRows) { _ in ReminderDataEvent.requestReminders }
    On(\ReminderDataEvent.reminders) { book in ReminderListEvent.rows(book.map(ReminderRow.rows)) }
  }
}
