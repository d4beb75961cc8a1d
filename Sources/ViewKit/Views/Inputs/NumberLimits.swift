/// Which numbers an input takes.
public struct NumberLimits<Number: FieldNumber>: Sendable, Equatable {
  /// The least, if there is one.
  public let minimum: Number?
  /// The greatest, if there is one.
  public let maximum: Number?
  /// The distance between them, counted from the least or from zero; `nil` for any.
  public let step: Number?

  /// What is wrong with a number.
  ///
  /// - Returns: `nil` if it is taken.
  public func problem(with number: Number) -> NumberProblem<Number>? {
    if let minimum, number < minimum { return .tooSmall(least: minimum) }
    if let maximum, number > maximum { return .tooLarge(greatest: maximum) }
    if let step, !number.isReached(from: minimum ?? .zero, by: step) { return .betweenSteps(of: step) }
    return nil
  }

  /// Tells an input of the limits.
  func apply(to view: View) {
    view[text: .minimum] = minimum?.fieldText ?? ""
    view[text: .maximum] = maximum?.fieldText ?? ""
    view[text: .step] = step?.fieldText ?? Number.freeStep
  }
}

/// What is wrong with what a user has entered as a number.
public enum NumberProblem<Number: FieldNumber>: Sendable, Equatable, CustomStringConvertible {
  /// It isn't a number, or not of this type: 1.5 where whole ones are counted.
  case notANumber
  /// There is a least number.
  case tooSmall(least: Number)
  /// There is a greatest number.
  case tooLarge(greatest: Number)
  /// Only some numbers are taken.
  case betweenSteps(of: Number)

  /// What is wrong, and how to mend it, in English.
  public var description: String {
    switch self {
    case .notANumber: "Enter \(Number.freeStep == "1" ? "a whole number" : "a number")."
    case .tooSmall(let least): "Enter \(least.fieldText) or more."
    case .tooLarge(let greatest): "Enter \(greatest.fieldText) or less."
    case .betweenSteps(let step): "Enter a number in steps of \(step.fieldText)."
    }
  }
}
