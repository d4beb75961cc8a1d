import Ghostlight

/// The service: owns the calls, the rules and the reminders. It is tested without a screen.
final class ReminderService: SessionPart {
  @SessionState private(set) var reminders: [Reminder] = []
  private let source: ReminderSource
  @SessionState private var festivalsStandOut = false

  init(_ source: ReminderSource) { self.source = source }

  func load(_ done: @escaping () -> Void) {
    source.load { [self] book in
      reminders = (book.events.map(reminder) + book.festivals.map(reminder)).sorted { $0.date < $1.date }
      done()
    }
  }

  func letFestivalsStandOut(_ doThey: Bool) {
    festivalsStandOut = doThey
    for index in reminders.indices { reminders[index].standsOut = reminders[index].isFestival == doThey }
  }

  private func reminder(_ event: Event) -> Reminder {
    Reminder(
      id: event.id, date: event.date, title: event.title, isFestival: false, standsOut: !festivalsStandOut)
  }

  private func reminder(_ festival: Festival) -> Reminder {
    Reminder(
      id: festival.id, date: festival.date, title: festival.name, isFestival: true, standsOut: festivalsStandOut)
  }
}
