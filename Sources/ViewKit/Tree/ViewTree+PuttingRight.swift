/// What the user's screen shows by itself, and mustn't.
extension ViewTree {
  /// Writes again what is on: the user has set it otherwise on the screen, and the screen doesn't allow that. It is a change like
  /// any other, so it gets there whatever becomes of the connection.
  func putRight(_ intent: Intent) {
    if intent.kind == .select, intent.value == .none, case .row(let table, let key, let part) = intent.target {
      view(table)?.table?.putSelectionRight(key, by: part)
    }
    guard intent.kind == .change || intent.kind == .select else { return }
    if case .text = intent.value { return putChoiceRight(intent.target, intent.value) }
    switch intent.value {
    case .flag, .guess: break
    default: return
    }
    switch intent.target {
    case .view(let id):
      guard let view = view(id) else { return }
      if intent.kind == .select { (view as? Checkbox)?.putOthersRight(intent.value) }
      for view in view.group where view.kind.isTicked { note(.isChecked, of: view) }
    case .row(let table, let key, let part):
      view(table)?.table?.putRight(intent.value, key: key, part: part)
    }
  }

  /// Writes again which of the choices is made: what the user has chosen isn't among them any more. The browser has chosen another since.
  private func putChoiceRight(_ target: IntentTarget, _ value: IntentValue) {
    switch target {
    case .view(let id):
      if let view = view(id), view.kind == .select { note(.value, of: view) }
    case .row(let table, let key, let part):
      view(table)?.table?.putChoiceRight(value, key: key, part: part)
    }
  }
}
