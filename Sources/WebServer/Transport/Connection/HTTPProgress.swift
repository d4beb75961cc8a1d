/// Whether anything happens on an HTTP connection, or on a stream of one, while its peer has to act: to send a request, or to read an
/// answer.
///
/// It does no I/O and knows no time: it is asked in the same intervals. How far an answer has come can't be told from where it is written:
/// a long one goes out for minutes, and of one that isn't read the rest is never written.
struct HTTPProgress {
  /// In so many intervals in a row nothing has happened when the peer is given up.
  static let patience = 4
  /// Of a request's content so many bytes must come in an interval: who sends one now and then sends nothing.
  static let leastBytes = 1_024

  /// How many requests have begun whose answers haven't been written to their ends.
  private var unanswered = 0
  private var isReading = false
  /// How many parts of answers the network hasn't taken.
  private var unsent = 0
  private var hasMoved = false
  /// How many bytes of a request's content have come in this interval.
  private var received = 0
  private var lastBuffered = 0
  private var still = 0

  mutating func requestBegan() {
    unanswered += 1
    isReading = true
    hasMoved = true
  }

  /// A part of a request's content has come. Nobody waits for that of a request which has been answered.
  mutating func requestMoved(by bytes: Int) {
    if unanswered > 0 { received += bytes }
  }

  mutating func requestEnded() {
    isReading = false
    hasMoved = true
  }

  /// A part of an answer is about to be sent.
  mutating func partWritten() {
    unsent += 1
    hasMoved = true
  }

  /// The network has taken a part of an answer, or never will.
  mutating func partSent() {
    unsent -= 1
    hasMoved = true
  }

  /// An answer has been written to its end.
  mutating func answerEnded() {
    unanswered -= 1
    hasMoved = true
  }

  /// An interval is over.
  ///
  /// - Parameter buffered: How many bytes the network hasn't taken; less than before, if it has taken some of a part.
  /// - Returns: Whether the peer has had its time.
  mutating func isStuck(buffered: Int) -> Bool {
    let isServersTurn = unanswered > 0 && !isReading && unsent == 0
    let moves = hasMoved || received >= Self.leastBytes || buffered < lastBuffered
    still = moves || isServersTurn ? 0 : still + 1
    hasMoved = false
    received = 0
    lastBuffered = buffered
    return still >= Self.patience
  }
}
