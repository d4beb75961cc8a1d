import Ghostlight

/// What may be asked of the data, and what it tells.
@EventMacros.Event
enum ReminderDataEvent {
  @Answered(by: \.reminders) case requestReminders
  case reminders(Result<ReminderBook, ReminderFailure>)
}

/// The reminders can't be had.
struct ReminderFailure: AnswerFailure, Equatable, Codable {
  init(_ error: any Error) {}
}
