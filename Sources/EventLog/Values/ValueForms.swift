internal import Foundation

/// Writing values, each with the byte that says what it is: see ``ValueTag``.
extension [UInt8] {
  mutating func append(value text: String) {
    var text = text
    text.withUTF8 { utf8 in
      if utf8.count < ValueTag.shortString.count {
        append(ValueTag.shortString.lowerBound + UInt8(utf8.count))
      } else {
        append(ValueTag.string)
        append(varint: UInt64(utf8.count))
      }
      append(contentsOf: utf8)
    }
  }

  @inline(__always)
  mutating func append(signed value: Int64) {
    if value >= 0 { return append(unsigned: UInt64(value)) }
    append(ValueTag.negative)
    append(varint: ~UInt64(bitPattern: value))
  }

  @inline(__always)
  mutating func append(unsigned value: UInt64) {
    if value < UInt64(ValueTag.smallNumber.count) { return append(UInt8(value)) }
    append(ValueTag.number)
    append(varint: value)
  }

  mutating func append(value: Double) {
    // A whole number in fewer than the seven bytes that a varint of it would take; minus zero isn't one.
    if value >= 0, value < 0x1_0000_0000, value.rounded(.towardZero) == value, value.sign == .plus {
      append(ValueTag.wholeDouble)
      append(varint: UInt64(value))
    } else {
      append(ValueTag.double)
      append(fixed: value.bitPattern)
    }
  }

  mutating func append(value: Float) {
    append(ValueTag.float)
    append(fixed: value.bitPattern)
  }

  mutating func append(value: Bool) { append(value ? ValueTag.yes : ValueTag.no) }

  mutating func append(value: Int128) {
    append(ValueTag.int128)
    append(fixed: value)
  }

  mutating func append(value: UInt128) {
    append(ValueTag.uint128)
    append(fixed: value)
  }

  /// Writes a value whose type has a form of its own; false if it has none and must encode itself.
  @inline(__always)
  mutating func append<Value: Encodable>(known value: Value) -> Bool {
    if let known = same(value, String.self) {
      append(value: known)
    } else if let known = same(value, Int.self) {
      append(signed: Int64(known))
    } else if let known = same(value, Date.self) {
      append(ValueTag.date)
      append(fixed: known.timeIntervalSinceReferenceDate.bitPattern)
    } else if let known = same(value, Data.self) {
      append(ValueTag.data)
      append(varint: UInt64(known.count))
      append(contentsOf: known)
    } else if let known = same(value, Decimal.self) {
      append(ValueTag.decimal)
      append(text: known.description)
    } else if let known = same(value, UUID.self) {
      append(ValueTag.uuid)
      Swift.withUnsafeBytes(of: known.uuid) { append(contentsOf: $0) }
    } else if let known = same(value, URL.self) {
      append(value: known.absoluteString)
    } else {
      return false
    }
    return true
  }

  /// The value as a type that it may be; types are compared, nothing is looked up.
  @inline(__always)
  private func same<Value, Known>(_ value: Value, _ type: Known.Type) -> Known? {
    // Safe because both are the same type.
    Value.self == type ? unsafeBitCast(value, to: type) : nil
  }
}
