public import Ghostlight

/// Answers what is asked of the data.
public struct ReminderModelServer: Server {
  private let sample: SampleReminders

  /// Makes a server of the sample's reminders.
  public init(_ sample: SampleReminders) { self.sample = sample }

  public var observers: some Observers {
    Answer(\ReminderDataEvent.requestReminders) { [sample] _ in
      let (events, festivals) = sample.now()
      return ReminderBook(events: events, festivals: festivals)
    }
  }
}
