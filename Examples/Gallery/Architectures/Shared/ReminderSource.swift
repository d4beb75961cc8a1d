public import Ghostlight

/// Where a screen gets its reminders from: slowly, as over a network.
public final class ReminderSource: SessionPart {
  /// The screen whose clock the waiting goes by: when it leaves, nothing arrives any more.
  weak var screen: Controller?
  private let sample: SampleReminders
  private let delay: Duration
  @SessionState private var times = 0

  /// Makes a source of the sample's reminders.
  ///
  /// - Parameter delay: How long an answer takes; with `.zero` it is there at once.
  public init(_ sample: SampleReminders, delay: Duration = .seconds(2)) {
    self.sample = sample
    self.delay = delay
  }

  /// Gives all reminders, later.
  func load(_ done: @escaping (ReminderBook) -> Void) {
    let answer = { [self] in
      times += 1
      done(sample.book(times))
    }
    if delay == .zero { answer() } else { screen?.after(delay, answer) }
  }
}
