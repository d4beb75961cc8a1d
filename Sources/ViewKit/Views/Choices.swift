/// A box to tick.
public final class Checkbox: View {
  /// Called when the user ticks or unticks it.
  public var onChange: ((Bool) -> Void)?

  /// Makes a checkbox.
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

  public override var allowedIntents: Set<IntentKind> { [.change] }

  public override func receive(_ intent: IntentKind, _ value: IntentValue) throws(IntentRefusal) {
    guard case .flag(let isOn) = value else { throw .wrongValue(expected: "on or off") }
    setQuietly(.isChecked, isOn ? .flag(true) : nil)
    onChange?(isOn)
  }
}

/// One of several.
public final class RadioGroup<Choice: Hashable>: View {
  /// Called when the user chooses another.
  public var onChange: ((Choice) -> Void)?
  private let choices: [Choice]
  private var radios: [Radio] { children.compactMap { $0 as? Radio } }

  /// Makes a group.
  ///
  /// - Parameter choices: The choices and what they are called, in order.
  public init(_ name: String, _ choices: [(Choice, String)], selected: Choice) {
    self.choices = choices.map(\.0)
    super.init(.radioGroup)
    self.name = name
    for (index, choice) in choices.enumerated() {
      let radio = Radio(choice.1) { [unowned self] in choose(index) }
      radio[flag: .isChecked] = choice.0 == selected
      add(radio)
    }
  }

  /// The choice made.
  public var selected: Choice {
    get { zip(choices, radios).first { $0.1.isOn }?.0 ?? choices[0] }
    set { for (choice, radio) in zip(choices, radios) { radio[flag: .isChecked] = choice == newValue } }
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
