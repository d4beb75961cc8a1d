/// Why a recorded session says nothing about an app.
public enum ReplayProblem: Error, Equatable, CustomStringConvertible {
  /// No screen was recorded with it that could be compared.
  case nothingToCompare
  /// So many of its user's acts were done to something that the app's screens haven't got.
  case lostActs(Int)

  /// What it is, and what helps.
  public var description: String {
    switch self {
    case .nothingToCompare:
      """
      the recording has no screen to compare: a server that has much to do records few, and so did older programs. Record the session \
      where less is going on, or do the same on a page that the test opens
      """
    case .lostActs(let count):
      """
      \(count == 1 ? "an act" : "\(count) acts") of the recorded session found nothing to be done to: what was used there isn't on the \
      app's screens any more
      """
    }
  }
}
