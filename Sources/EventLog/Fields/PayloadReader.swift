internal import EventStream

/// Reads what an event carries, field by field, as ``PayloadWriter`` writes it today. It says nothing of what is wrong: then
/// ``ValueDecoder`` reads all of it again.
struct PayloadReader: FieldReader {
  private var reader: ByteReader
  private let range: Range<Int>
  // Unmanaged, because who reads holds them: references would be counted with every object.
  private let names: Unmanaged<LogNames>
  private var depth = 0
  /// For values that decode themselves; made for the first of them.
  private var source: ValueSource?

  /// Begins to read.
  ///
  /// - Parameters:
  ///   - bytes: Lent, as the names are, until ``end()``.
  init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, names: LogNames) {
    reader = ByteReader(bytes, range)
    self.range = range
    self.names = .passUnretained(names)
  }

  /// Whether everything has been read.
  var isAtEnd: Bool { reader.isAtEnd }

  /// The bytes are taken back: what decoded itself may have kept its decoder.
  func end() { source?.end() }

  @inline(__always)
  private mutating func read<Value>(
    _ body: (inout ByteReader) throws -> Value
  ) throws(FieldMismatch) -> Value {
    do { return try body(&reader) } catch { throw FieldMismatch() }
  }

  /// Takes the next byte.
  @inline(__always)
  private mutating func byte() throws(FieldMismatch) -> UInt8 {
    guard reader.position < reader.end else { throw FieldMismatch() }
    defer { reader.position += 1 }
    return reader.bytes[reader.position]
  }

  @inline(__always)
  private mutating func varint() throws(FieldMismatch) -> UInt64 {
    if reader.position < reader.end, reader.bytes[reader.position] < 0x80 {
      defer { reader.position += 1 }
      return UInt64(reader.bytes[reader.position])
    }
    return try read { try $0.varint() }
  }

  // MARK: Objects

  mutating func beginObject(_ names: FieldNames) throws(FieldMismatch) -> FieldMark {
    let tag = try byte()
    try descend()
    let count: Int
    switch tag {
    case ValueTag.smallObject: count = Int(tag - ValueTag.smallObject.lowerBound)
    case ValueTag.object: count = -1
    default: throw FieldMismatch()
    }
    let numbers = self.names._withUnsafeGuaranteedRef { $0.numbers(of: names) }
    return FieldMark(start: reader.position, count: count, numbers: numbers)
  }

  mutating func isNext(_ index: Int, of object: inout FieldMark) throws(FieldMismatch) -> Bool {
    if object.count == 0 { return false }
    let start = reader.position
    let number = try varint()
    guard let expected = object.numbers?[index], number == expected else {
      reader.position = start
      return false
    }
    if object.count > 0 { object.count -= 1 }
    return true
  }

  mutating func endObject(_ object: FieldMark) throws(FieldMismatch) {
    depth -= 1
    if object.count == 0 { return }
    guard object.count < 0, try varint() == ValueTag.noMoreFields else { throw FieldMismatch() }
  }

  mutating func beginArray() throws(FieldMismatch) -> FieldMark {
    let tag = try byte()
    try descend()
    switch tag {
    case ValueTag.smallArray:
      return FieldMark(start: reader.position, count: Int(tag - ValueTag.smallArray.lowerBound))
    case ValueTag.array: return FieldMark(start: reader.position, count: -1)
    default: throw FieldMismatch()
    }
  }

  mutating func hasItem(of array: inout FieldMark) throws(FieldMismatch) -> Bool {
    if array.count > 0 {
      array.count -= 1
      return true
    }
    if array.count < 0, try !read({ try $0.takeEnd() }) { return true }
    depth -= 1
    return false
  }

  /// Types may be recursive: hostile bytes must not exhaust the stack.
  private mutating func descend() throws(FieldMismatch) {
    depth += 1
    if depth > ByteReader.deepest { throw FieldMismatch() }
  }

  // MARK: Values

  mutating func signed() throws(FieldMismatch) -> Int64 {
    let tag = try byte()
    switch tag {
    case ValueTag.smallNumber: return Int64(tag)
    case ValueTag.number:
      guard let value = Int64(exactly: try varint()) else { throw FieldMismatch() }
      return value
    case ValueTag.negative:
      let value = ~Int64(bitPattern: try varint())
      guard value < 0 else { throw FieldMismatch() }
      return value
    default: throw FieldMismatch()
    }
  }

  mutating func unsigned() throws(FieldMismatch) -> UInt64 {
    let tag = try byte()
    switch tag {
    case ValueTag.smallNumber: return UInt64(tag)
    case ValueTag.number: return try varint()
    default: throw FieldMismatch()
    }
  }

  mutating func string() throws(FieldMismatch) -> String {
    let tag = try byte()
    let count: UInt64
    switch tag {
    case ValueTag.shortString: count = UInt64(tag - ValueTag.shortString.lowerBound)
    case ValueTag.string: count = try varint()
    default: throw FieldMismatch()
    }
    return try read { try $0.text(length: count) }
  }

  mutating func bool() throws(FieldMismatch) -> Bool {
    switch try byte() {
    case ValueTag.yes: return true
    case ValueTag.no: return false
    default: throw FieldMismatch()
    }
  }

  mutating func double() throws(FieldMismatch) -> Double {
    switch try byte() {
    case ValueTag.double: return Double(bitPattern: try read { try $0.fixed(UInt64.self) })
    case ValueTag.wholeDouble: return Double(try varint())
    default: throw FieldMismatch()
    }
  }

  mutating func float() throws(FieldMismatch) -> Float {
    guard try byte() == ValueTag.float else { throw FieldMismatch() }
    return Float(bitPattern: try read { try $0.fixed(UInt32.self) })
  }

  mutating func decoded<Value: Decodable>() throws(FieldMismatch) -> Value {
    let source = source ?? ValueSource(reader.bytes, range, names: names.takeUnretainedValue())
    self.source = source
    let start = reader.position
    do {
      let decoder = ValueDecoder(source, at: start, depth: depth)
      let value = try decoder.read(Value.self, at: start, key: nil)
      // It may have been made of what its bytes have left, and nobody was told.
      if source.flaw != nil { throw FieldMismatch() }
      reader.position = try decoder.end(of: start)
      return value
    } catch {
      throw FieldMismatch()
    }
  }
}
