/// One of several, chosen from a list that opens. For a few choices a ``RadioGroup`` shows them all at once.
public final class Select<Choice: Hashable>: View {
  /// Called when the user chooses another.
  public var onChange: ((Choice) -> Void)?
  /// The choices with their numbers. A number is never given to another choice: one that is on its way from the browser while
  /// the choices change means what the user saw.
  private var choices: [(number: Int, choice: Choice)] = []
  private var lastNumber = 0
  private let prompt: View?

  /// Makes a list to choose from.
  ///
  /// - Parameters:
  ///   - choices: The choices and what they are called, in order.
  ///   - selected: The one that is chosen to begin with; none, or without a prompt the first, unless given.
  ///   - prompt: What it says while none is chosen.
  public init(_ name: String = "", _ choices: [(Choice, String)], selected: Choice? = nil, prompt: String = "") {
    self.prompt = prompt.isEmpty ? nil : View(.choice)
    super.init(.select)
    self.name = name
    if let option = self.prompt {
      option[text: .text] = prompt
      // Otherwise its value is what it says, and a browser that is told that nothing is chosen doesn't find it.
      option.set(.value, .text(""))
      option.isEnabled = false
      add(option)
    }
    offer(choices)
    if let selected { self.selected = selected }
  }

  /// The choice made; `nil` while there is none.
  public var selected: Choice? {
    get { choices.first { String($0.number) == self[text: .value] }?.choice }
    set { select(choices.first { $0.choice == newValue }?.number) }
  }

  /// Offers other choices. What is chosen stays so if it is among them.
  public func offer(_ new: [(Choice, String)]) {
    let (before, known) = (selected, choices)
    for option in children where option !== prompt { option.removeFromParent() }
    choices = []
    for (choice, text) in new {
      let option = View(.choice)
      let number = known.first { $0.choice == choice }?.number ?? nextNumber()
      choices.append((number, choice))
      option[text: .text] = text
      option[text: .value] = String(number)
      add(option)
    }
    select(choices.first { $0.choice == before }?.number)
  }

  private func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  private func select(_ number: Int?) {
    // Without a prompt a browser shows the first.
    let number = number ?? (prompt == nil ? choices.first?.number : nil)
    self[text: .value] = number.map(String.init) ?? ""
  }

  public override var allowedIntents: Set<IntentKind> { [.change] }

  public override func receive(_ intent: IntentKind, _ value: IntentValue) throws(IntentRefusal) {
    guard case .text(let text) = value, let chosen = choices.first(where: { String($0.number) == text }) else {
      throw .wrongValue(expected: "one of the choices")
    }
    setQuietly(.value, .text(text))
    onChange?(chosen.choice)
  }
}
