internal import EventStream

/// How an answer turned out, as a dimension tells it.
enum AnswerOutcome: String {
  case success
  case failure

  /// - Parameter answer: Its case carries the result, or another event does that the case carries.
  init(of answer: any Event) {
    var carried: Any? = answer
    while let value = carried {
      if let result = value as? any AnswerResult {
        self = Self.isFailure(result) ? .failure : .success
        return
      }
      carried = value is any Event ? Mirror(reflecting: value).children.first?.value : nil
    }
    self = .success
  }

  private static func isFailure(_ result: some AnswerResult) -> Bool {
    if case .failure = result.result { return true }
    return false
  }
}
