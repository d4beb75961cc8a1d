/// What users have set on rows that have gone since: until it is answered, one that comes back shows it. Whoever clicks a box twice, with a
/// look at other rows between, means to undo his click.
extension AnyTable {
  /// Whether it is what a user has chosen, which a row shows that comes anew, rather than text that was typed into the one before. What is
  /// private no picture shows.
  func isChoice(_ setting: ShownSetting) -> Bool {
    if setting.isPrivate { return false }
    return setting.property == .isChecked || setting.property == .value && parts[setting.part].kind == .select
  }

  /// Keeps what users have chosen on rows that are about to go.
  func keepShown(ofRowsAt places: [Int]) {
    if shown.isEmpty { return }
    for place in places where shown[keys[place]] != nil {
      if let identity = identity(at: place) { keepShown(unansweredChoices(keys[place]), of: identity) }
    }
  }

  private func keepShown(_ choices: [ShownSetting], of identity: String) {
    if choices.isEmpty { return }
    let others = shownOfGone[identity]?.filter { kept in !choices.contains { $0.isInPlace(of: kept) } }
    shownOfGone[identity] = (others ?? []) + choices
  }

  /// A row has come: it shows what its user has chosen on it before it went.
  func takeBackShown(at place: Int) {
    if shownOfGone.isEmpty { return }
    guard let identity = identity(at: place), let choices = shownOfGone.removeValue(forKey: identity) else { return }
    for choice in choices where tree?.isWaiting(choice.requests) == true {
      setShown(choice, keys[place])
      held.insert(keys[place])
    }
  }

  /// What the last intent has chosen on a row that has gone, if it has, is that of the one that has come back, and its page is told; or
  /// will be.
  ///
  /// - Parameter requests: What was asked for because of it.
  func passOnChosen(waitingFor requests: Set<UInt64>) {
    guard let (key, chosen) = chosenOnGone else { return }
    chosenOnGone = nil
    guard !chosen.isEmpty, tree?.isWaiting(requests) == true else { return }
    let choices = chosen.map { choice in
      var choice = choice
      choice.requests = requests
      return choice
    }
    guard let place = index(of: key) else {
      if let identity = identityOfGone(key) { keepShown(choices, of: identity) }
      return
    }
    let told = untold[keys[place]] ?? shown[keys[place]] ?? []
    writeAgain(place)
    for choice in choices { setShown(choice, keys[place]) }
    untold[keys[place]] = told
  }

  /// What was ticked on rows that have gone counts no longer: all are ticked, or none.
  func forgetTicksOfGone(_ part: Int) {
    for identity in shownOfGone.keys {
      shownOfGone[identity]?.removeAll { $0.part == part && $0.property == .isChecked }
    }
  }

  /// Forgets what is answered.
  ///
  /// - Returns: Whether anything isn't.
  func followShownOfGone() -> Bool {
    if shownOfGone.isEmpty { return false }
    shownOfGone = shownOfGone.filter { $0.value.contains { tree?.isWaiting($0.requests) == true } }
    return !shownOfGone.isEmpty
  }

  private func unansweredChoices(_ key: Int) -> [ShownSetting] {
    (shown[key] ?? []).filter { isChoice($0) && tree?.isWaiting($0.requests) == true }
  }

  /// Forgets all that users have set. When it comes on a screen again, it is written as its models are.
  func forgetAllShown() {
    shown = [:]
    held = []
    restored = []
    untold = [:]
    shownOfGone = [:]
    chosenOnGone = nil
    doubtsBoxForAll = false
    boxForAll?.forgetTicks()
  }
}
