/// An input that takes a number.
///
/// Its ``number`` is one that the limits allow, or none: what a user types beyond them stays to be seen and mended, is marked
/// as wrong, and reaches nobody.
public final class NumberField<Number: FieldNumber>: View {
  /// Called when the user has entered another number, or none that is allowed.
  public var onChange: ((Number?) -> Void)?
  /// What the user is told of a wrong number; in English unless given.
  public var words: (NumberProblem<Number>) -> String = { $0.description }
  /// Which numbers it takes.
  public let limits: NumberLimits<Number>

  /// Makes a field.
  ///
  /// - Parameters:
  ///   - name: What screen readers call it; nobody sees it. For words on the screen put it into a ``Field``, or an ``InputLabel``
  ///     beside it.
  ///   - minimum: The least number it takes; any unless given.
  ///   - maximum: The greatest number it takes; any unless given.
  ///   - step: The distance between the numbers it takes, greater than zero; any unless given.
  public init(
    _ name: String = "", minimum: Number? = nil, maximum: Number? = nil, step: Number? = nil, number: Number? = nil
  ) {
    limits = NumberLimits(minimum: minimum, maximum: maximum, step: step)
    super.init(.numberField)
    self.name = name
    limits.apply(to: self)
    self.number = number
  }

  /// The number it holds; `nil` while it is empty or wrong.
  public var number: Number? {
    get { Number(fieldText: self[text: .value]).flatMap { limits.problem(with: $0) == nil ? $0 : nil } }
    set {
      self[text: .value] = newValue?.fieldText ?? ""
      self[flag: .isInvalid] = problem != nil
      // What was told of what the user had entered; what the app tells now stays.
      if let field = enclosingField, tree?.complaints.contains(ObjectIdentifier(field)) != true { field.checkAgain() }
    }
  }

  /// What is wrong with what the user has entered; `nil` while it is empty or right.
  public var problem: NumberProblem<Number>? {
    let text = self[text: .value]
    if text.isEmpty { return nil }
    guard let number = Number(fieldText: text) else { return .notANumber }
    return limits.problem(with: number)
  }

  public override var allowedIntents: Set<IntentKind> { [.change] }

  public override func receive(_ intent: IntentKind, _ value: IntentValue) throws(IntentRefusal) {
    guard case .text(let text) = value, text.utf8.count <= Self.greatestSize else {
      throw .wrongValue(expected: "a number, written in at most \(Self.greatestSize) bytes")
    }
    let before = number
    setQuietly(.value, text.isEmpty ? nil : .text(text))
    self[flag: .isInvalid] = problem != nil
    if number != before { onChange?(number) }
  }

  /// Bytes: more than any number of either type needs.
  private static var greatestSize: Int { 64 }
}

extension NumberField {
  /// What is wrong with what is typed: no number, or one that isn't allowed.
  public var refusal: String? { problem.map(words) }
}
