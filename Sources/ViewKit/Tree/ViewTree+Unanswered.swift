/// What a user has done that isn't answered yet, for boxes that tick a box in every row: what such a box turns depends on what becomes of
/// that, a new row perhaps, and its page shows that only with the answer. And for tables whose rows are removed on their page at once: those
/// that are still there with the answer are shown again.
extension ViewTree {
  /// An act of a user's, by the number that its page has given it, and what was asked for because of it.
  struct AwaitedAct {
    let number: Int
    private var requests: Set<UInt64>
    /// All requests that waited for answers when it was looked at last.
    private var known: Set<UInt64>
    /// How often its answers have led to further requests.
    private var rounds = 0
    /// A list that is asked for anew behind a deletion is one. Who asks without end isn't waited for.
    private static let mostRounds = 4

    init(number: Int, requests: Set<UInt64>, known: Set<UInt64>) {
      (self.number, self.requests, self.known) = (number, requests, known)
    }

    /// Whether it is answered, of all requests that wait for answers at the end of a turn: what is asked for in the turn in which one of its
    /// own is answered is asked for because of it as well.
    mutating func isAnswered(_ waiting: Set<UInt64>) -> Bool {
      let left = requests.intersection(waiting), made = waiting.subtracting(known)
      if left.count < requests.count, rounds < Self.mostRounds, !made.isEmpty {
        rounds += 1
        requests = left.union(made)
      } else {
        requests = left
      }
      known = waiting
      return requests.isEmpty
    }
  }

  /// Whether anybody wants to know of them.
  var tellsUnanswered: Bool { !boxesForAll.isEmpty || !removingTables.isEmpty }

  /// Whether anybody wants to know of what is asked for because of `intent`: a box for all always does, a table of what removes its rows.
  func tellsUnanswered(_ intent: Intent) -> Bool {
    !boxesForAll.isEmpty || mayRemove(intent)
  }

  /// Whether rows have gone on the page because of it.
  private func mayRemove(_ intent: Intent) -> Bool {
    guard !removingTables.isEmpty, intent.kind == .tap || intent.kind == .submit else { return false }
    return switch intent.target {
    case .view(let id): view(id)?[flag: .removesRows] ?? false
    case .row(let table, _, _): removingTables.contains(table)
    }
  }

  /// Notes what was asked for because of an act.
  ///
  /// - Parameter waiting: All requests that wait for answers.
  func note(_ requests: Set<UInt64>, of act: Int, among waiting: Set<UInt64>) {
    guard !requests.isEmpty, tellsUnanswered else { return }
    awaitedActs.append(AwaitedAct(number: act, requests: requests, known: waiting))
  }

  /// Has boxes for all say what they are behind an act that nothing was asked for because of, and that their page has taken to bring a row, or
  /// to remove one.
  func sayBoxesForAll(behind intent: Intent) {
    guard !boxesForAll.isEmpty, intent.kind == .submit || mayRemove(intent) else { return }
    for id in boxesForAll { if let box = view(id) { note(.isChecked, of: box) } }
  }

  /// Has the boxes say which acts aren't answered, or the tables where there are none.
  ///
  /// - Parameter waiting: All requests that wait for answers, at the end of a turn.
  func tellUnanswered(_ waiting: @autoclosure () -> Set<UInt64>) {
    let awaited = awaitedActs.count
    if awaited > 0 {
      let waiting = waiting()
      awaitedActs = awaitedActs.compactMap { act in
        var act = act
        return act.isAnswered(waiting) ? nil : act
      }
    }
    let text = Self.runs(of: awaitedActs)
    for id in boxesForAll {
      guard let box = view(id) else { continue }
      if box[text: .unanswered] != text { box[text: .unanswered] = text }
      // An answer is the last word on what its page has made of a box by what it knew; of what isn't answered yet it makes that once more.
      if awaitedActs.count < awaited { note(.isChecked, of: box) }
    }
    // What one of them said before a box came is over.
    for id in removingTables { view(id)?[text: .unanswered] = boxesForAll.isEmpty ? text : "" }
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
