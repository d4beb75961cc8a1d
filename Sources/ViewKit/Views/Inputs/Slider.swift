/// A number chosen by position, where the exact one matters less than more or less.
public final class Slider<Number: FieldNumber>: View {
  /// Called as the user moves it, at rest, with the number.
  public var onChange: ((Number) -> Void)?
  /// Which numbers it takes.
  public let limits: NumberLimits<Number>
  private let range: ClosedRange<Number>

  /// Makes a slider.
  ///
  /// - Parameters:
  ///   - name: What screen readers call it; nobody sees it. For words on the screen put it into a ``Field``, or an ``InputLabel``
  ///     beside it.
  ///   - range: From the least to the greatest number.
  ///   - step: The distance between the numbers it takes, greater than zero; any unless given.
  ///   - number: The one it begins with; the nearest that it takes.
  public init(_ name: String = "", in range: ClosedRange<Number>, step: Number? = nil, number: Number) {
    self.range = range
    limits = NumberLimits(minimum: range.lowerBound, maximum: range.upperBound, step: step)
    super.init(.slider)
    self.name = name
    limits.apply(to: self)
    self.number = number
  }

  /// The number it stands at. Of one that it doesn't take the nearest is set, as browsers show it.
  public var number: Number {
    get { Number(fieldText: self[text: .value]) ?? range.lowerBound }
    set {
      let number = min(max(newValue, range.lowerBound), range.upperBound)
      self[text: .value] = (limits.step.map { number.snapped(in: range, by: $0) } ?? number).fieldText
    }
  }

  public override var allowedIntents: Set<IntentKind> { [.change] }

  public override func receive(_ intent: IntentKind, _ value: IntentValue) throws(IntentRefusal) {
    guard case .text(let text) = value, text.utf8.count <= 64, let number = Number(fieldText: text),
      limits.problem(with: number) == nil
    else {
      throw .wrongValue(expected: "a number from \(range.lowerBound.fieldText) to \(range.upperBound.fieldText)")
    }
    setQuietly(.value, .text(number.fieldText))
    onChange?(number)
  }
}
