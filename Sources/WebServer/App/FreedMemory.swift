internal import CMalloc
#if canImport(Glibc)
  internal import Glibc
#endif

/// Gives the system back what the process has freed.
///
/// The C library keeps it: what lies between things that are alive, above all. A server whose sessions have been at work holds so much
/// more than it needs, and finds room in it more slowly.
enum FreedMemory {
  /// How often at most.
  private static let shortestPause = Duration.seconds(5)
  /// It takes no more of the time than one part of so many: who asks for memory meanwhile has to wait.
  private static let share = 1_000
  /// A process that has worked no longer than this since the last time has freed little.
  private static let work = Duration.milliseconds(100)
  /// A process that has come to rest gives back after less: what its last peers took may be much.
  private static let leastWork = Duration.milliseconds(10), rest = Duration.milliseconds(2)

  /// Has the C library take memory from no more heaps than there are cores, unless the environment tells it how many.
  ///
  /// It makes eight for each core otherwise, as threads come, and what one of them has freed is of no use to the others: sessions, which any
  /// thread works for, lie among the holes of all. To be called before many threads are there.
  static func limitHeaps(to count: Int = TurnQueue.cores) {
    #if canImport(Glibc)
      let tunables = getenv("GLIBC_TUNABLES").map { String(cString: $0) } ?? ""
      if getenv("MALLOC_ARENA_MAX") != nil || tunables.contains("arena_max") { return }
      _ = mallopt(M_ARENA_MAX, CInt(count))
    #endif
  }

  /// Gives back again and again, while the process is at work, until the task is cancelled.
  static func giveBackForever() async {
    var pause = shortestPause
    var worked = processorTime()
    var last = worked
    while (try? await Task.sleep(for: pause)) != nil {
      let now = processorTime()
      let isDue = isDue(after: now - worked, lately: now - last)
      last = now
      if !isDue { continue }
      let time = ContinuousClock().measure { giveBack() }
      worked = processorTime()
      last = worked
      pause = Self.pause(after: time)
    }
  }

  /// Whether it gives back now.
  ///
  /// - Parameters:
  ///   - work: For how long the process has been at work since it gave back last.
  ///   - lately: How much of that was since it was asked last.
  static func isDue(after work: Duration, lately: Duration) -> Bool {
    work >= Self.work || work >= leastWork && lately < rest
  }

  /// How long it leaves the process alone after it took so long.
  static func pause(after time: Duration) -> Duration { max(shortestPause, time * share) }

  /// Gives back whole pages that nothing alive lies on. Without effect where the C library has no word for it.
  static func giveBack() {
    #if canImport(Glibc)
      _ = malloc_trim(0)
    #endif
  }

  /// For how long the process has been at work, all of its threads together.
  private static func processorTime() -> Duration {
    #if canImport(Glibc)
      var time = timespec()
      guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return .zero }
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    #else
      return .zero
    #endif
  }
}
