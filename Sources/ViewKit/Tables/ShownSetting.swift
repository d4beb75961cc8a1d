internal import EventStream

/// What the user's screen shows on a part of a row by the user's own doing.
struct ShownSetting: Sendable, Hashable, Codable {
  let part: Int
  let property: Property
  let value: PropertyValue?
  /// The part that the user has acted on, if that is another.
  var by: Int?
  /// What was asked for because of it. Until all that is answered, answers to earlier requests don't change it: who clicks
  /// faster than answers come would see the clicks before the last undone and done again.
  var requests: Set<UInt64> = []
  /// Whether it was submitted, where it is text: then it is taken back if what came of that has failed.
  var isSubmitted: Bool?
  /// Whether its model has said something else while it waited for its answer: then it follows that with the answer.
  var isOvertaken: Bool?
  /// Whether the value is nobody's business: then any two are alike, and a snapshot keeps only that there is one.
  var isPrivate = false

  /// Whether both are of the same property of the same part.
  func isInPlace(of other: ShownSetting) -> Bool { part == other.part && property == other.property }

  /// Whether a picture of the screen has it: what was entered, or is private, may be nowhere but on the screen.
  var isWritten: Bool { !isPrivate && !isEntered }

  /// Whether it stands for what was entered in place of a label. A box that is ticked has the same value.
  var isEntered: Bool { value == .entered && property != .isChecked && property != .isSelected }

  /// Whether it is text that its user has typed into a field, and not in place of a label.
  var isTyped: Bool { property == .value && value != .entered }

  /// How many bytes it takes of text that its user has typed and that is kept.
  var typedBytes: Int {
    guard property == .value, isOvertaken != true, case .text(let text)? = value else { return 0 }
    return text.utf8.count
  }

  /// Whether the app has done anything because of it that can fail.
  var isActedUpon: Bool { isSubmitted == true || !requests.isEmpty }

  /// What a snapshot keeps of it.
  var kept: ShownSetting {
    guard isPrivate, value != nil else { return self }
    return ShownSetting(
      part: part, property: property, value: .text(withheldText), by: by, requests: requests, isPrivate: true)
  }

  static func == (a: ShownSetting, b: ShownSetting) -> Bool {
    guard a.part == b.part, a.property == b.property, a.by == b.by, a.requests == b.requests else { return false }
    return a.isPrivate == b.isPrivate && (a.isPrivate ? (a.value == nil) == (b.value == nil) : a.value == b.value)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(part)
    hasher.combine(property)
  }
}

extension AnyTable {
  /// Shows again what the models say where the user's own click says otherwise: what was asked for has failed.
  ///
  /// Text that was entered in place of a label stays in its field: whoever edits the label once more goes on from that, and needn't
  /// enter it again. So does text that is still being typed, and for which nothing was asked.
  public func restore() {
    for (index, key) in keys.enumerated() where shown[key] != nil {
      leaveEntered(key)
      restored.insert(key)
      writeAgain(index)
    }
  }

  /// Binds the row at `index` with what the user has set on it.
  ///
  /// - Returns: Which of the cells shows it.
  func bindAsShown(_ index: Int) -> Int {
    let cell = bind(index)
    for setting in shown[keys[index]] ?? [] where setting.isWritten {
      parts[setting.part].setQuietly(setting.property, setting.value)
    }
    return cell
  }

  /// What a row sets otherwise than its user's screen shows it: what the user has set follows the model, but for what waits for its
  /// answer, and for text of which the model says what it said before.
  ///
  /// - Parameters:
  ///   - before: Binds the row as it was.
  ///   - now: Binds it as it is.
  /// - Returns: `nil` if another cell shows it now.
  func changes(of key: Int, before: () -> Int, now: () -> Int) -> TableRow? {
    let cell = before()
    let typed = (shown[key] ?? []).filter { isBeingTyped($0) && !($0.isActedUpon && restored.contains(key)) }
      .map { ($0, said: parts[$0.part].setting(.value)) }
    let taken = takeShown(key)
    for setting in untold[key] ?? taken { parts[setting.part].setQuietly(setting.property, setting.value) }
    let old = snapshot(ofCell: cell)
    guard now() == cell else {
      forgetShown(key)
      return nil
    }
    for (setting, said) in typed {
      if parts[setting.part].setting(.value) != said {
        noteOvertaken(setting, key)
      } else if setting.isOvertaken != true {
        setShown(setting, key)
      }
    }
    for setting in shown[key] ?? [] { parts[setting.part].setQuietly(setting.property, setting.value) }
    return TableRow(key: key, firstPart: firstParts[cell], settings: settings(ofBound: cell, since: old))
  }

  /// Whether it is text that may not be all yet, rather than a choice.
  private func isBeingTyped(_ setting: ShownSetting) -> Bool { setting.isTyped && parts[setting.part].kind.isTypedInto }

  private func noteOvertaken(_ setting: ShownSetting, _ key: Int) {
    for index in shown[key]?.indices ?? 0..<0 where shown[key]?[index] == setting {
      shown[key]?[index].isOvertaken = true
    }
  }

  /// A row has gone, or what it shows is on no part of it any more.
  func forgetShown(_ key: Int) {
    shown[key] = nil
    held.remove(key)
  }

  /// Has a row written again as it is, where the user's screen shows what the user has set on it, and that isn't allowed.
  func putRight(_ value: IntentValue, key: Int, part: Int) {
    guard let index = keys.firstIndex(of: key), parts.indices.contains(part), parts[part].kind.isTicked else { return }
    putRight(part, value.asProperty, at: index)
    if parts[part][flag: .isTickedWithAll] { writeBoxForAll() }
  }

  /// Has a row written again as it is, if that part of it is for a choice, which the user's screen shows otherwise.
  func putChoiceRight(_ value: IntentValue, key: Int, part: Int) {
    guard let index = keys.firstIndex(of: key), parts.indices.contains(part), parts[part].kind == .select else {
      return
    }
    putRight(part, value.asProperty, of: .value, at: index)
  }

  func putRight(_ part: Int, _ value: PropertyValue?, of property: Property = .isChecked, at index: Int) {
    let before = shown[keys[index]]?.first { $0.part == part && $0.property == property }
    setShown(
      ShownSetting(part: part, property: property, value: value, requests: before?.requests ?? []), keys[index])
    writeAgain(index)
  }

  /// Notes what the user's screen shows, in place of what it showed there before.
  func setShown(_ setting: ShownSetting, _ key: Int) {
    shown[key, default: []].removeAll { setting.isInPlace(of: $0) }
    shown[key, default: []].append(setting)
    if untold[key] != nil {
      untold[key]?.removeAll { setting.isInPlace(of: $0) }
      untold[key]?.append(setting)
    }
    if setting.typedBytes > 0 { noteTyped(setting.typedBytes, key) }
  }

  /// So many bytes that users have typed into rows' fields, and nothing has come of yet, are kept of a table.
  static let mostTyped = 1 << 20

  /// Where there is too much, what stands in the first rows goes, and they are written again as their models are.
  private func noteTyped(_ bytes: Int, _ key: Int) {
    typedBytes += bytes
    guard typedBytes > Self.mostTyped else { return }
    typedBytes = shown.values.joined().reduce(0) { $0 + $1.typedBytes }
    for index in keys.indices where typedBytes > Self.mostTyped && keys[index] != key {
      let bytes = shown[keys[index]]?.reduce(0) { $0 + $1.typedBytes } ?? 0
      if bytes == 0 { continue }
      typedBytes -= bytes
      for place in shown[keys[index]]?.indices ?? 0..<0 where shown[keys[index]]?[place].typedBytes ?? 0 > 0 {
        shown[keys[index]]?[place].isOvertaken = true
      }
      writeAgain(index)
    }
  }

  /// Leaves what the user has entered into a row's field, and what hasn't been taken, in the field: who edits the row once more goes
  /// on from that.
  func leaveEntered(_ key: Int) {
    shown[key]?.removeAll { setting in
      setting.property == .value && setting.value == .entered && tree?.isWaiting(setting.requests) != true
    }
  }

  /// Notes what was asked for because of what the user has just done.
  func wait(for requests: Set<UInt64>, key: Int, part: Int) {
    if parts.indices.contains(part), parts[part][flag: .isTickedWithAll] { doubtsBoxForAll = true }
    for index in shown[key]?.indices ?? 0..<0 {
      if let setting = shown[key]?[index], setting.part == part || setting.by == part {
        shown[key]?[index].requests = requests
      }
    }
  }

  /// Has rows in which the user has entered text, or ticked something that their models have been changed under since, follow their
  /// models once what was asked for by that is answered.
  ///
  /// - Returns: Whether anything that the user has set waits for an answer.
  func followShown() -> Bool {
    var isWaiting = boxForAll?.tickNewRows() ?? false
    if followShownOfGone() { isWaiting = true }
    var due: Set<Int> = []
    for (key, settings) in shown {
      let waiting = settings.filter { tree?.isWaiting($0.requests) == true }
      isWaiting = isWaiting || !waiting.isEmpty
      let isHeld = held.contains(key)
      if !waiting.contains(where: { isHeld || $0.isEntered }), isHeld || settings.contains(where: \.isEntered) {
        due.insert(key)
      }
    }
    if doubtsBoxForAll, !isWaiting { writeBoxForAll() }
    if due.isEmpty { return isWaiting }
    held.subtract(due)
    for (index, key) in keys.enumerated() where due.contains(key) { writeAgain(index) }
    return isWaiting
  }

  /// Has the box for all written as it is, whatever its user's screen has made of it.
  private func writeBoxForAll() {
    doubtsBoxForAll = false
    if let boxForAll { tree?.note(.isChecked, of: boxForAll) }
  }

  /// What the user's own doing has set on a row; what still waits for its answer is kept.
  func takeShown(_ key: Int) -> [ShownSetting] {
    guard let all = shown.removeValue(forKey: key) else { return [] }
    let waiting = all.filter { tree?.isWaiting($0.requests) == true }
    if !waiting.isEmpty {
      shown[key] = waiting
      held.insert(key)
    }
    return all
  }
}

extension PropertyValue {
  /// What a user has entered and the browser shows by itself: unlike anything that a model says. So what the model says at last is
  /// told whatever it was before; but for what ``AnyTable/leaveEntered(_:)`` leaves.
  static let entered = PropertyValue.flag(true)
}

extension IntentValue {
  var asProperty: PropertyValue? {
    switch self {
    case .text(let text): text.isEmpty ? nil : .text(text)
    case .flag(let isOn), .guess(let isOn): isOn ? .flag(true) : nil
    default: nil
    }
  }
}
