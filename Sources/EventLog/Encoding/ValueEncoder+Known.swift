/// Values with a form of their own.
extension ValueEncoder {
  /// Writes a value whose type has a form of its own; false if it has none and must encode itself.
  func writeKnown<Value: Encodable>(_ value: Value) -> Bool {
    // An event may be one of these only as the payload of its case.
    var isKnown = false
    write { isKnown = $0.append(known: value) }
    return isKnown
  }

  func write(_ text: String) { write { $0.append(value: text) } }
  func write(signed value: Int64) { write { $0.append(signed: value) } }
  func write(unsigned value: UInt64) { write { $0.append(unsigned: value) } }
  func write(_ value: Double) { write { $0.append(value: value) } }
  func write(_ value: Float) { write { $0.append(value: value) } }
  func write(_ value: Bool) { write { $0.append(value: value) } }
  func writeNull() { write { $0.append(ValueTag.null) } }
  func write(_ value: Int128) { write { $0.append(value: value) } }
  func write(_ value: UInt128) { write { $0.append(value: value) } }
}
