/// When the screens of sessions are recorded, and which of them as they were: the same for all of a log.
final class ScreenSchedule: Sendable {
  /// How many turns lie between two of which the screen's digest is recorded too, at least; 0 for never.
  let interval: Int
  /// How many milliseconds are spent on the screens of all sessions together; `nil` for as many as it takes.
  let allowance: Allowance?
  /// How many bytes of screens are recorded as they were.
  private let texts: Allowance?
  private let keepsAll: Bool

  /// - Parameter keepsAll: Whether every screen is recorded as it was, with its digest.
  init(interval: Int, keepsAll: Bool) {
    self.interval = interval
    self.keepsAll = keepsAll
    (allowance, texts) = (nil, nil)
  }

  /// - Parameters:
  ///   - millisecondsPerSecond: How many milliseconds of every second are spent on screens.
  ///   - bytesPerSecond: How many bytes of screens are recorded as they were in every second; 0 for none.
  init(interval: Int, millisecondsPerSecond: Double, bytesPerSecond: Double) {
    self.interval = interval
    keepsAll = false
    allowance = Allowance(rate: millisecondsPerSecond)
    texts = bytesPerSecond > 0 ? Allowance(rate: bytesPerSecond) : nil
  }

  /// Whether a screen that takes so many bytes as text is recorded as it was.
  func keeps(bytes: Int) -> Bool { keepsAll || texts?.take(Double(bytes)) == true }
}
