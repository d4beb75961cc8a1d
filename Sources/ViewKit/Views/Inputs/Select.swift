/// One of several, chosen from a list that opens. For a few choices a ``RadioGroup`` shows them all at once.
public final class Select<Choice: Hashable>: View {
  /// Called when the user chooses another.
  public var onChange: ((Choice) -> Void)? { didSet { offerPrompt() } }
  /// Called when the user takes the choice back, by choosing the prompt: nothing is ``selected`` then.
  ///
  /// Whoever listens to ``onChange`` and not to this would take what was chosen before for the choice. So the prompt can't be chosen then.
  public var onClear: (() -> Void)? { didSet { offerPrompt() } }
  private typealias Offer = (choice: Choice, number: Int, name: String, option: View)

  /// The choices, with what browsers know them by: their texts, so that a page whose session is gone finds the same one in another, or
  /// nothing, and one that is on its way while the choices change means what the user has read. Numbers tell them apart here.
  private var choices: [Offer] = []
  private var lastNumber = 0
  private let prompt: View?

  /// Makes a list to choose from.
  ///
  /// - Parameters:
  ///   - name: What screen readers call it; nobody sees it. For words on the screen put it into a ``Field``, or an ``InputLabel``
  ///     beside it.
  ///   - choices: The choices and what they are called, in order.
  ///   - selected: The one that is chosen to begin with; none, or without a prompt the first, unless given.
  ///   - prompt: What it says while none is chosen. The user takes a choice back by choosing it, unless its field is required, or
  ///     ``onChange`` is set and ``onClear`` isn't.
  public init(_ name: String = "", _ choices: [(Choice, String)], selected: Choice? = nil, prompt: String = "") {
    self.prompt = prompt.isEmpty ? nil : View(.choice)
    super.init(.select)
    self.name = name
    if let option = self.prompt {
      option[text: .text] = prompt
      // Otherwise its value is what it says, and a browser that is told that nothing is chosen doesn't find it.
      option.set(.value, .text(""))
      add(option)
    }
    offer(choices)
    offerPrompt()
    if let selected { self.selected = selected }
  }

  /// The choice made; `nil` while there is none.
  public var selected: Choice? {
    get { choices.first { $0.name == self[text: .value] }?.choice }
    set { select(choices.first { $0.choice == newValue }) }
  }

  /// Offers other choices. What is chosen stays so if it is among them.
  public func offer(_ new: [(Choice, String)]) {
    let (before, old) = (selected, choices)
    var known = Dictionary(old.map { ($0.choice, $0) }) { first, _ in first }
    var counts: [String: Int] = [:]
    choices = new.map { choice, text in
      var offer = known.removeValue(forKey: choice) ?? makeOffer(of: choice)
      offer.name = Self.name(for: text, &counts)
      offer.option[text: .text] = text
      offer.option[text: .value] = offer.name
      return offer
    }
    let hasOthers = showOthers(than: old)
    select(choices.first { $0.choice == before })
    // What is chosen may have gone with its option, or come with one.
    if hasOthers { tree?.note(.value, of: self) }
  }

  private func makeOffer(of choice: Choice) -> Offer {
    lastNumber += 1
    return (choice, lastNumber, "", View(.choice))
  }

  /// What an option with a text is known by: never a number by itself, which is what recordings have that are older than names.
  private static func name(for text: String, _ counts: inout [String: Int]) -> String {
    // Of line ends and other signs that can't be seen, browsers make something else.
    let text = String(text.map { $0.unicodeScalars.contains { $0.properties.generalCategory == .control } ? " " : $0 })
    let count = counts[text, default: 0] + 1
    counts[text] = count
    return count == 1 ? "=\(text)" : "\(count)=\(text)"
  }

  /// Puts the options in order. Those that stay are left standing: the user may have the list open, or have chosen one of them.
  ///
  /// - Parameter old: The choices whose options stand there.
  /// - Returns: Whether they weren't the same already.
  private func showOthers(than old: [Offer]) -> Bool {
    let options = Dictionary((old + choices).map { ($0.number, $0.option) }) { first, _ in first }
    let steps = ListDifference(from: old.map(\.number), to: choices.map(\.number)).steps
    for step in steps {
      switch step {
      case .delete(let number): options[number]?.removeFromParent()
      case .insert(let number, let next), .move(let number, let next):
        guard let option = options[number] else { continue }
        let following = next.flatMap { options[$0] }
        option.removeFromParent()
        insert(option, at: children.firstIndex { $0 === following } ?? children.count)
      }
    }
    return !steps.isEmpty
  }

  private func select(_ offer: Offer?) {
    // Without a prompt a browser shows the first.
    self[text: .value] = (offer ?? (prompt == nil ? choices.first : nil))?.name ?? ""
  }

  public override var allowedIntents: Set<IntentKind> { [.change] }

  /// Whether its user may take the choice back: not where one must be made, nor where whoever hears of choices wouldn't hear of it.
  private var canBeCleared: Bool {
    prompt != nil && !self[flag: .isRequired] && (onChange == nil || onClear != nil)
  }

  func offerPrompt() { prompt?.isEnabled = canBeCleared }

  public override func receive(_ intent: IntentKind, _ value: IntentValue) throws(IntentRefusal) {
    if value == .text(""), canBeCleared {
      setQuietly(.value, nil)
      onClear?()
      return
    }
    guard case .text(let text) = value,
      let chosen = choices.first(where: { $0.name == text || String($0.number) == text })
    else { throw .wrongValue(expected: "one of the choices") }
    setQuietly(.value, .text(chosen.name))
    onChange?(chosen.choice)
  }
}

/// What holds one of the choices that it offers.
protocol ChoiceHolder: View {
  /// What a kept choice is known by now: in snapshots that are older than names it is a number. `nil` if it isn't offered.
  func name(for kept: PropertyValue?) -> PropertyValue?
  /// Lets its user choose the prompt, or not, when what that depends on has changed.
  func offerPrompt()
}

extension Select: ChoiceHolder {
  func name(for kept: PropertyValue?) -> PropertyValue? {
    guard case .text(let text)? = kept else { return nil }
    return choices.first { $0.name == text || String($0.number) == text }.map { .text($0.name) }
  }
}
