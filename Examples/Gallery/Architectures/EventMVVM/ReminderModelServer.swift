public import Ghostlight
import Synchronization

/// Answers what is asked of the data: slowly, as over a network.
public struct ReminderModelServer: Server {
  private let sample: SampleReminders
  private let delay: Duration
  private let times = Times()

  /// Makes a server of the sample's reminders.
  ///
  /// - Parameter delay: How long an answer takes.
  public init(_ sample: SampleReminders, delay: Duration = .seconds(2)) {
    self.sample = sample
    self.delay = delay
  }

  public var observers: some Observers {
    Answer(\ReminderDataEvent.requestReminders) { [sample, delay, times] _, steps in
      try await steps.wait(for: delay)
      return sample.book(times.next())
    }
  }

  /// How often it was asked. Of no session's screens: like all that answers do, it isn't done again when a session returns.
  private final class Times: Sendable, Equatable {
    private let count = Atomic(0)

    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
    static func == (a: Times, b: Times) -> Bool { true }
  }
}
