internal import Foundation

/// Values with a form of their own.
extension ValueEncoder {
  /// Writes a value whose type has a form of its own; false if it has none and must encode itself.
  func writeKnown<Value: Encodable>(_ value: Value) -> Bool {
    if let known = same(value, String.self) {
      write(known)
    } else if let known = same(value, Int.self) {
      write(signed: Int64(known))
    } else if let known = same(value, Date.self) {
      write { $0.append(ValueTag.date) }
      write { $0.append(fixed: known.timeIntervalSinceReferenceDate.bitPattern) }
    } else if let known = same(value, Data.self) {
      write { bytes in
        bytes.append(ValueTag.data)
        bytes.append(varint: UInt64(known.count))
        bytes.append(contentsOf: known)
      }
    } else if let known = same(value, Decimal.self) {
      write { bytes in
        bytes.append(ValueTag.decimal)
        bytes.append(text: known.description)
      }
    } else if let known = same(value, UUID.self) {
      write { bytes in
        bytes.append(ValueTag.uuid)
        withUnsafeBytes(of: known.uuid) { bytes.append(contentsOf: $0) }
      }
    } else if let known = same(value, URL.self) {
      write(known.absoluteString)
    } else {
      return false
    }
    // An event may be one of these only as the payload of its case.
    return true
  }

  /// The value as a type that it may be; types are compared, nothing is looked up.
  @inline(__always)
  private func same<Value, Known>(_ value: Value, _ type: Known.Type) -> Known? {
    // Safe because both are the same type.
    Value.self == type ? unsafeBitCast(value, to: type) : nil
  }

  func write(_ text: String) {
    write { bytes in
      let count = text.utf8.count
      if count < ValueTag.shortString.count {
        bytes.append(ValueTag.shortString.lowerBound + UInt8(count))
      } else {
        bytes.append(ValueTag.string)
        bytes.append(varint: UInt64(count))
      }
      bytes.append(contentsOf: text.utf8)
    }
  }

  func write(signed value: Int64) {
    if value >= 0 { return write(unsigned: UInt64(value)) }
    write { bytes in
      bytes.append(ValueTag.negative)
      bytes.append(varint: ~UInt64(bitPattern: value))
    }
  }

  func write(unsigned value: UInt64) {
    write { bytes in
      if value < UInt64(ValueTag.smallNumber.count) { return bytes.append(UInt8(value)) }
      bytes.append(ValueTag.number)
      bytes.append(varint: value)
    }
  }

  func write(_ value: Double) {
    write { bytes in
      // A whole number in fewer than the seven bytes that a varint of it would take; minus zero isn't one.
      if value >= 0, value < 0x1_0000_0000, value.rounded(.towardZero) == value, value.sign == .plus {
        bytes.append(ValueTag.wholeDouble)
        bytes.append(varint: UInt64(value))
      } else {
        bytes.append(ValueTag.double)
        bytes.append(fixed: value.bitPattern)
      }
    }
  }

  func write(_ value: Float) {
    write { bytes in
      bytes.append(ValueTag.float)
      bytes.append(fixed: value.bitPattern)
    }
  }

  func write(_ value: Bool) { write { $0.append(value ? ValueTag.yes : ValueTag.no) } }

  func writeNull() { write { $0.append(ValueTag.null) } }

  func write(_ value: Int128) {
    write { bytes in
      bytes.append(ValueTag.int128)
      bytes.append(fixed: value)
    }
  }

  func write(_ value: UInt128) {
    write { bytes in
      bytes.append(ValueTag.uint128)
      bytes.append(fixed: value)
    }
  }
}
