internal import EventStream

/// Writes what an event carries, field by field: the bytes that ``ValueEncoder`` would write, without containers.
struct PayloadWriter: FieldWriter {
  private(set) var bytes: [UInt8]
  private let dictionary: NameDictionary

  /// - Parameter room: Memory to write into.
  init(_ dictionary: NameDictionary, room: consuming [UInt8] = []) {
    self.dictionary = dictionary
    bytes = room
    bytes.removeAll(keepingCapacity: true)
  }

  // MARK: Objects

  mutating func beginObject(_ names: FieldNames) -> FieldMark {
    bytes.append(ValueTag.smallObject.lowerBound)
    return FieldMark(start: bytes.count - 1, count: 0, numbers: dictionary.numbers(of: names), names: names)
  }

  mutating func beginField(_ index: Int, of object: inout FieldMark) {
    object.count += 1
    if let number = object.numbers?[index], number != ValueTag.writtenOut { return bytes.append(varint: number) }
    bytes.append(varint: ValueTag.writtenOut)
    // Names are never freed.
    if let names = object.names { bytes.append(text: names._withUnsafeGuaranteedRef { $0.names[index] }) }
  }

  mutating func endObject(_ object: FieldMark) {
    end(
      object, count: object.count, small: ValueTag.smallObject, long: ValueTag.object, end: UInt8(ValueTag.noMoreFields)
    )
  }

  mutating func beginArray() -> FieldMark {
    bytes.append(ValueTag.smallArray.lowerBound)
    return FieldMark(start: bytes.count - 1, count: 0)
  }

  mutating func endArray(_ array: FieldMark, count: Int) {
    end(array, count: count, small: ValueTag.smallArray, long: ValueTag.array, end: ValueTag.end)
  }

  private mutating func end(_ mark: FieldMark, count: Int, small: ClosedRange<UInt8>, long: UInt8, end: UInt8) {
    if count < small.count {
      bytes[mark.start] = small.lowerBound + UInt8(count)
    } else {
      bytes[mark.start] = long
      bytes.append(end)
    }
  }

  // MARK: Values

  mutating func write(signed value: Int64) { bytes.append(signed: value) }
  mutating func write(unsigned value: UInt64) { bytes.append(unsigned: value) }
  mutating func write(_ value: String) { bytes.append(value: value) }
  mutating func write(_ value: Bool) { bytes.append(value: value) }
  mutating func write(_ value: Double) { bytes.append(value: value) }
  mutating func write(_ value: Float) { bytes.append(value: value) }

  mutating func write(encoding value: some Encodable) throws {
    if bytes.append(known: value) { return }
    let encoder = ValueEncoder(dictionary)
    try encoder.write(value, at: nil)
    bytes += encoder.finish()
  }
}
