/// How long a task has had its thread. What takes long gives it to others from time to time: where a machine has one core, all sessions
/// share that thread.
struct TimeSlice {
  /// Long beside what giving the thread away costs, and short beside what anybody notices.
  private static let length = Duration.milliseconds(2)

  private var end = ContinuousClock.now + length

  /// Lets others go on if the time is over.
  mutating func giveWayIfOver() async {
    if ContinuousClock.now < end { return }
    await Task.yield()
    end = .now + Self.length
  }
}
