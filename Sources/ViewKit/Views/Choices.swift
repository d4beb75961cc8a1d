/// A box to tick.
public final class Checkbox: View {
  /// Called when the user ticks or unticks it.
  public var onChange: ((Bool) -> Void)?
  /// Whether what ``onChange`` is told is a guess of the page's, which didn't know yet what had become of something that its user had done
  /// before. He means the other way, whatever that is by now; only pages with a box that ticks others say so, of that and of these.
  public private(set) var isGuess = false
  /// The boxes of rows that it ticks.
  private var others: BoxesOfRows?

  /// Makes a checkbox.
  ///
  /// - Parameter name: What screen readers call it; nobody sees it. For words on the screen put it into a ``Field``, or an
  ///   ``InputLabel`` beside it.
  public init(_ name: String = "", isOn: Bool = false) {
    super.init(.checkbox)
    self.name = name
    self.isOn = isOn
  }

  /// Whether it is ticked.
  public var isOn: Bool {
    get { self[flag: .isChecked] }
    set { self[flag: .isChecked] = newValue }
  }

  /// Has it tick the boxes of all rows of a table as it is ticked itself, and untick them, at once on its page.
  ///
  /// What the rows are stays their models' business: ``onChange`` asks for it, and once that is answered they show what their models
  /// say. Until then each box shows what its user has made of it, so that a click on one means what it looks like.
  ///
  /// ```swift
  /// all.ticks(\.isDone, in: table)
  /// all.onChange = { … }                   // asks for all to be done, or none; for the other way, if `all.isGuess`
  /// ```
  ///
  /// - Parameters:
  ///   - box: The cell's checkbox. Boxes that can't be used are left as they are.
  ///   - table: The table, which nobody has seen yet.
  public func ticks<Cell>(_ box: KeyPath<Cell, Checkbox>, in table: Table<Cell>) {
    guard let part = table.part(table.view(at: box)) else { return }
    table.build(part, with: .isTickedWithAll)
    others = BoxesOfRows(table: table, part: part)
    table.boxForAll = self
    needClientPart("ticks")
    nameTable()
  }

  /// Tells its page which table it is for, once that has its number.
  func nameTable() {
    if others != nil, id > 0 { tree?.boxesForAll.insert(id) }
    if let table = others?.table, table.id > 0 { self[number: .controls] = table.id }
  }

  override func didJoinTree() { nameTable() }

  public override var allowedIntents: Set<IntentKind> { others == nil ? [.change] : [.change, .select] }

  public override func receive(_ intent: IntentKind, _ value: IntentValue) throws(IntentRefusal) {
    switch value {
    case .flag: isGuess = false
    case .guess: isGuess = true
    default: throw .wrongValue(expected: "on or off")
    }
    defer { isGuess = false }
    if intent == .select { others?.tick(value) }
    setQuietly(.isChecked, value.asProperty)
    onChange?(isOn)
  }

  /// Has the boxes that it has just ticked stay so until these requests are answered.
  ///
  /// - Returns: The table that they are in, if there are such boxes.
  func wait(for requests: Set<UInt64>) -> AnyTable? {
    others?.wait(for: requests)
    return others?.table
  }

  /// Has the boxes of rows that have come since be ticked as those were that were there, until that is answered.
  ///
  /// - Returns: Whether it isn't.
  func tickNewRows() -> Bool { others?.tickNewRows() ?? false }

  /// A row of its table has come anew, though it was there.
  func passOver(_ key: Int) { others?.passOver(key) }

  /// Its table has left the screen.
  func forgetTicks() { others?.forget() }

  /// Has the boxes that its page has ticked written as they are.
  func putOthersRight(_ value: IntentValue) { others?.putRight(value) }
}

/// One of several.
public final class RadioGroup<Choice: Hashable>: View {
  /// Called when the user chooses another.
  public var onChange: ((Choice) -> Void)?
  private let choices: [Choice]
  private var radios: [Radio] { children.compactMap { $0 as? Radio } }

  /// Makes a group.
  ///
  /// - Parameters:
  ///   - name: What screen readers call the group; nobody sees it. For words on the screen put it into a ``Field``.
  ///   - choices: The choices and what they are called, in order.
  ///   - selected: The one that is chosen to begin with; the first if it isn't among them.
  public init(_ name: String, _ choices: [(Choice, String)], selected: Choice) {
    self.choices = choices.map(\.0)
    super.init(.radioGroup)
    self.name = name
    for (index, choice) in choices.enumerated() {
      add(Radio(choice.1) { [unowned self] in choose(index) })
    }
    self.selected = selected
  }

  /// The choice made. Where another is set than there are, the first is chosen, as in a ``Select`` without a prompt.
  public var selected: Choice {
    get { zip(choices, radios).first { $0.1.isOn }?.0 ?? choices[0] }
    set {
      let chosen = choices.firstIndex(of: newValue) ?? 0
      for (index, radio) in radios.enumerated() { radio[flag: .isChecked] = index == chosen }
    }
  }

  /// Whether another can be chosen. It is said of every choice, as a browser knows it.
  public override var isEnabled: Bool {
    get { super.isEnabled }
    set {
      super.isEnabled = newValue
      for radio in radios { radio.isEnabled = newValue }
    }
  }

  private func choose(_ index: Int) {
    for (other, radio) in radios.enumerated() { radio.setQuietly(.isChecked, other == index ? .flag(true) : nil) }
    onChange?(choices[index])
  }
}

/// One choice of a ``RadioGroup``.
public final class Radio: View {
  private let onChoose: () -> Void

  init(_ text: String, _ onChoose: @escaping () -> Void) {
    self.onChoose = onChoose
    super.init(.radio)
    self[text: .text] = text
  }

  /// Whether it is the one chosen.
  public var isOn: Bool { self[flag: .isChecked] }

  public override var allowedIntents: Set<IntentKind> { [.change] }
  public override func receive(_ intent: IntentKind, _ value: IntentValue) throws(IntentRefusal) {
    guard value == .flag(true) else { throw .wrongValue(expected: "on") }
    onChoose()
  }
}
