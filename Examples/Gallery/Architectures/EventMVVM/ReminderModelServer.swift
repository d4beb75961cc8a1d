public import Ghostlight

/// Answers what is asked of the data: slowly, as over a network.
public struct ReminderModelServer: Server {
  private let sample: SampleReminders
  private let delay: Duration
  private let count = RequestCount()

  /// Makes a server of the sample's reminders.
  ///
  /// - Parameter delay: How long an answer takes.
  public init(_ sample: SampleReminders, delay: Duration = .seconds(2)) {
    self.sample = sample
    self.delay = delay
  }

  public var observers: some Observers {
    Answer(\ReminderDataEvent.requestReminders, whenInterrupted: .askAgain) { [sample, delay, count] _, steps in
      try await steps.wait(for: delay)
      return sample.book(count.next())
    }
  }
}
