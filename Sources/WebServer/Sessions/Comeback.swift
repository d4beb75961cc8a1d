/// The time in which a page may say once more, to a session that has come back, what isn't recorded: all of it at once.
///
/// Its user may have seen what one act was answered with before he did the next, and the answer is lost: so the next waits for the answer.
struct Comeback {
  private var patience = Duration.seconds(2)
  private var end = ContinuousClock.now + Self.repetition
  /// As long as slow lines take.
  private static let repetition = Duration.seconds(10)

  /// How long all of it together may still wait: less than a page waits until it asks whether its server is there. Zero when it is over.
  var left: Duration { end > .now ? max(.zero, patience) : .zero }

  /// The page begins to say it now.
  mutating func begin() { end = .now + Self.repetition }

  mutating func spend(_ time: Duration) { patience -= time }
}
