/// What a user has done that isn't answered yet, for boxes that tick a box in every row: what such a box turns depends on what becomes of
/// that, a new row perhaps, and its page shows that only with the answer. And for tables whose rows are removed on their page at once: those
/// that are still there with the answer are shown again.
extension ViewTree {
  /// An act of a user's, by the number that its page has given it, and what was asked for because of it.
  struct AwaitedAct {
    let number: Int
    let requests: Set<UInt64>
  }

  /// Whether anybody wants to know of them.
  var tellsUnanswered: Bool { !boxesForAll.isEmpty || !removingTables.isEmpty }

  /// Whether anybody wants to know of what is asked for because of `intent`: a box for all always does, a table of what removes its rows.
  func tellsUnanswered(_ intent: Intent) -> Bool {
    if !boxesForAll.isEmpty { return true }
    guard !removingTables.isEmpty, intent.kind == .tap else { return false }
    return switch intent.target {
    case .view(let id): view(id)?[flag: .removesRows] ?? false
    case .row(let table, _, _): removingTables.contains(table)
    }
  }

  /// Notes what was asked for because of an act.
  func note(_ requests: Set<UInt64>, of act: Int) {
    if !requests.isEmpty, tellsUnanswered { awaitedActs.append(AwaitedAct(number: act, requests: requests)) }
  }

  /// Has the boxes say which acts aren't answered, or the tables where there are none.
  func tellUnanswered() {
    if !awaitedActs.isEmpty { awaitedActs.removeAll { !isWaiting($0.requests) } }
    let text = Self.runs(of: awaitedActs)
    for id in boxesForAll {
      guard let box = view(id), box[text: .unanswered] != text else { continue }
      box[text: .unanswered] = text
      // The last answer is the last word, whatever its page has made of it by what it knew.
      if text.isEmpty { note(.isChecked, of: box) }
    }
    if !boxesForAll.isEmpty { return }
    for id in removingTables { view(id)?[text: .unanswered] = text }
  }

  /// The numbers of acts, apart by blanks: of those in sequence the first and the last, as in `5-9 12`.
  private static func runs(of acts: [AwaitedAct]) -> String {
    var runs: [ClosedRange<Int>] = []
    for act in acts {
      if let last = runs.last, last.upperBound == act.number - 1 {
        runs[runs.count - 1] = last.lowerBound...act.number
      } else {
        runs.append(act.number...act.number)
      }
    }
    return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: " ")
  }
}
