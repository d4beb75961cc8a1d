import Ghostlight

/// What the screen may ask, and what it is told.
@EventMacros.Event
enum ReminderListEvent {
  @Answered(by: \.rows) case requestRows
  case rows(Result<[ReminderRow], ReminderFailure>)
}
