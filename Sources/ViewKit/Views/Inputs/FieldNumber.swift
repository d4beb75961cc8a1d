/// A number that a ``NumberField`` or a ``Slider`` can hold: `Int` or `Double`.
public protocol FieldNumber: Comparable, Sendable {
  /// Reads what an input holds.
  ///
  /// - Returns: `nil` if that isn't a finite number of this type.
  init?(fieldText: String)
  /// The number as an input holds it, whatever the user's language.
  var fieldText: String { get }
  /// The number from which steps are counted where there is no least one.
  static var zero: Self { get }
  /// What an input's step is where every number of the type is allowed.
  static var freeStep: String { get }
  /// Whether the number is a whole count of steps away from another.
  func isReached(from base: Self, by step: Self) -> Bool
  /// The nearest number in a range, in which this one is, that is a whole count of steps from its least; of two the greater.
  func snapped(in range: ClosedRange<Self>, by step: Self) -> Self
}

extension Int: FieldNumber {
  /// Reads a whole number, also one that is written with a point or an exponent.
  public init?(fieldText: String) {
    if let number = Int(fieldText) ?? Double(fieldText: fieldText).flatMap({ Int(exactly: $0) }) {
      self = number
    } else {
      return nil
    }
  }

  /// The number in decimal digits.
  public var fieldText: String { String(self) }
  /// One: every whole number is allowed.
  public static var freeStep: String { "1" }

  /// Whether the number is a whole count of steps away from another; not for a step below 1.
  public func isReached(from base: Int, by step: Int) -> Bool {
    let (distance, isTooFar) = subtractingReportingOverflow(base)
    return step > 0 && !isTooFar && distance.isMultiple(of: step)
  }

  /// The nearest number in a range that is a whole count of steps from its least; this one for a step below 1.
  public func snapped(in range: ClosedRange<Int>, by step: Int) -> Int {
    if step < 1 { return self }
    let above = UInt(bitPattern: self &- range.lowerBound) % UInt(step)
    let missing = UInt(step) - above
    let isNearer = above > 0 && missing <= above && missing <= UInt(bitPattern: range.upperBound &- self)
    return isNearer ? self &+ Int(missing) : self &- Int(above)
  }
}

extension Double: FieldNumber {
  /// Reads a finite number in decimal digits, with or without an exponent.
  public init?(fieldText: String) {
    // `Double` itself also reads hexadecimal digits, infinity and what isn't a number.
    guard fieldText.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let number = Double(fieldText),
      number.isFinite
    else { return nil }
    self = number
  }

  /// The number as Swift writes it, without a point if it is whole.
  public var fieldText: String { Int(exactly: self).map(String.init) ?? "\(self)" }
  /// `any`, as browsers say it.
  public static var freeStep: String { "any" }

  /// Whether the number is a whole count of steps away from another, but for what a computer makes of decimal fractions; never
  /// for a step of 0 or less.
  public func isReached(from base: Double, by step: Double) -> Bool {
    guard step > 0 else { return false }
    let steps = (self - base) / step
    // 0.3 isn't three times 0.1 to a computer; to a user it is. The error grows with the numbers, but half a step is never one.
    let error = 4 * max(abs(self).ulp, abs(base).ulp) / step
    return abs(steps - steps.rounded()) < min(max(1e-9 * max(1, abs(steps)), error), 0.1)
  }
  /// The nearest number in a range that is a whole count of steps from its least; this one if it is, or for a step of 0 or less.
  public func snapped(in range: ClosedRange<Double>, by step: Double) -> Double {
    let base = range.lowerBound
    if step <= 0 || isReached(from: base, by: step) { return self }
    var steps = ((self - base) / step).rounded()
    if base + steps * step > range.upperBound { steps -= 1 }
    // Seven times 0.1 is 0.7000000000000001 to a computer: no more digits than the least number and the step have.
    var scale = 1.0
    while scale < 1e15, ![base, step].allSatisfy({ abs($0 * scale - ($0 * scale).rounded()) < 1e-9 }) { scale *= 10 }
    return ((base + steps * step) * scale).rounded() / scale
  }
}
