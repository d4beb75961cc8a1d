/// What a user has done that isn't answered yet, for boxes that tick a box in every row: what such a box turns depends on what becomes of
/// that, a new row perhaps, and its page shows that only with the answer.
extension ViewTree {
  /// An act of a user's, by its number, and what was asked for because of it.
  struct AwaitedAct {
    let number: Int
    let requests: Set<UInt64>
  }

  /// Whether anybody wants to know of them.
  var tellsUnanswered: Bool { !boxesForAll.isEmpty }

  /// Notes what was asked for because of an act.
  func note(_ requests: Set<UInt64>, of act: Int) {
    if !requests.isEmpty, tellsUnanswered { awaitedActs.append(AwaitedAct(number: act, requests: requests)) }
  }

  /// Has the boxes say which act is the first that isn't answered.
  func tellUnanswered() {
    if !awaitedActs.isEmpty { awaitedActs.removeAll { !isWaiting($0.requests) } }
    for id in boxesForAll { view(id)?[number: .firstUnanswered] = awaitedActs.first?.number }
  }
}
