/// What the user's own doing has set, and what waits for its answer.
extension ViewTree {
  /// Has what the user has set on a view stay as it is until these requests are answered, whatever is answered meanwhile.
  ///
  /// - Parameter isSubmission: Whether they were made because it was submitted.
  func wait(for requests: Set<UInt64>, target: IntentTarget, isSubmission: Bool = false) {
    switch target {
    case .view(let id):
      // What was chosen last counts for the whole group.
      for other in view(id)?.group ?? [] { awaited[other.id] = nil }
      if !requests.isEmpty { awaited[id] = requests }
      if isSubmission { (view(id) as? TextInput)?.keepSubmission(for: requests) }
      if let table = (view(id) as? Checkbox)?.wait(for: requests) { awaiting.insert(table.id) }
    case .row(let id, let key, let part):
      guard let table = view(id)?.table else { return }
      table.wait(for: requests, key: key, part: part)
      table.passOnChosen(waitingFor: requests)
      awaiting.insert(id)
    }
  }

  /// Has what shows a user's text or ticks by itself follow its model, once what was asked for is answered.
  func followShown() {
    // Of most sessions it is empty, at the end of every turn.
    if !awaiting.isEmpty { awaiting = awaiting.filter { view($0)?.table?.followShown() == true } }
  }

  func isWaiting(_ requests: Set<UInt64>) -> Bool {
    !requests.isEmpty && isUnanswered(requests)
  }

  /// Whether what the user has set on a view, or on another of its group, waits for its answer.
  func isHeld(_ view: View) -> Bool { view.group.contains { awaited[$0.id] != nil } }
}

extension View {
  /// The views that a user sets with this one: of several radios the one that was on goes off by itself.
  var group: [View] { kind == .radio ? parent?.children ?? [self] : [self] }
}
