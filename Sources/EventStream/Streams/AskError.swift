/// Why a request that was asked has no answer.
public enum AskError: Error, Equatable, CustomStringConvertible {
  /// Nobody answered in time.
  case timedOut(request: String, after: Duration)
  /// The stream ended before the answer came.
  case ended

  /// What happened and how to mend it.
  public var description: String {
    switch self {
    case .timedOut(let request, let duration):
      "no answer to \(request) within \(duration): start a server that answers it, or allow more time"
    case .ended: "the stream ended before the answer came: ask before ending it"
    }
  }
}
