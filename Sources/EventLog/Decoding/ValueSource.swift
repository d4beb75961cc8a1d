/// The bytes of an encoded value while it is decoded, and the names that it refers to by number.
///
/// The bytes are lent, and taken back when decoding has ended: a decoder that somebody has kept finds nothing then.
final class ValueSource {
  private(set) var bytes: UnsafeBufferPointer<UInt8>
  let range: Range<Int>
  let names: LogNames
  /// What was met last that is malformed. Not everyone who asks can be told: `allKeys`, `contains` and `count` don't throw, and what they
  /// leave out would be missing without anybody noticing.
  private(set) var flaw: DecodingError?

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, names: LogNames) {
    self.bytes = bytes
    self.range = range
    self.names = names
  }

  /// Decodes what stands in a part of some bytes.
  ///
  /// - Throws: What is malformed, whoever was told of it and whatever was made of it; otherwise what `body` throws.
  static func decoding<Value>(
    _ bytes: [UInt8], _ range: Range<Int>, names: LogNames, _ body: (ValueSource) throws -> Value
  ) throws -> Value {
    try bytes.withUnsafeBufferPointer { bytes in
      let source = ValueSource(bytes, range, names: names)
      defer { source.end() }
      let value = Result { try body(source) }
      // It is why whatever else was found wrong is so.
      if let flaw = source.flaw { throw flaw }
      return try value.get()
    }
  }

  /// Notes what is malformed.
  func note(_ flaw: DecodingError) { self.flaw = flaw }

  /// The bytes are taken back.
  func end() { bytes = UnsafeBufferPointer(start: nil, count: 0) }

  /// A reader from a place on.
  @inline(__always)
  func reader(at offset: Int) -> ByteReader { ByteReader(bytes, offset..<max(offset, range.upperBound)) }

  /// The byte at a place; `nil` beyond the end.
  @inline(__always)
  func byte(at offset: Int) -> UInt8? { offset < min(range.upperBound, bytes.count) ? bytes[offset] : nil }
}

extension ByteReader {
  /// Values nest no deeper, so that hostile bytes can't exhaust the stack.
  static let deepest = 200

  /// Passes over a value.
  mutating func skipValue(depth: Int = 0) throws {
    guard depth < Self.deepest else { throw Malformed(reason: "it is nested too deeply") }
    let tag = try byte()
    switch tag {
    case ValueTag.smallNumber, ValueTag.null, ValueTag.no, ValueTag.yes, ValueTag.withheld: break
    case ValueTag.number, ValueTag.negative, ValueTag.wholeDouble: _ = try varint()
    case ValueTag.double, ValueTag.date: _ = try skip(8)
    case ValueTag.float: _ = try skip(4)
    case ValueTag.uuid, ValueTag.int128, ValueTag.uint128: _ = try skip(16)
    case ValueTag.shortString: _ = try skip(UInt64(tag - ValueTag.shortString.lowerBound))
    case ValueTag.string, ValueTag.data, ValueTag.decimal: _ = try skip(varint())
    case ValueTag.smallObject:
      for _ in 0..<tag - ValueTag.smallObject.lowerBound { try skipField(varint(), depth: depth) }
    case ValueTag.smallArray:
      for _ in 0..<tag - ValueTag.smallArray.lowerBound { try skipValue(depth: depth + 1) }
    case ValueTag.object:
      while let field = try nextField() { try skipField(field, depth: depth) }
    case ValueTag.array:
      while try !takeEnd() { try skipValue(depth: depth + 1) }
    default: throw Malformed(reason: "no value begins with \(tag)")
    }
  }

  private mutating func skipField(_ field: UInt64, depth: Int) throws {
    if field == ValueTag.writtenOut { _ = try skip(varint()) }
    try skipValue(depth: depth + 1)
  }

  /// What the next field of an object says of its name; `nil` at the end.
  @inline(__always)
  mutating func nextField() throws -> UInt64? {
    let field = try varint()
    return field == ValueTag.noMoreFields ? nil : field
  }

  /// Passes over the end of an array, if it is here.
  mutating func takeEnd() throws -> Bool {
    guard position < end else { throw Malformed(reason: "it ends in the middle") }
    guard bytes[position] == ValueTag.end else { return false }
    position += 1
    return true
  }

  /// The name of a field.
  mutating func name(of field: UInt64, _ names: LogNames) throws -> String {
    if field == ValueTag.writtenOut { return try text() }
    let number = field &- ValueTag.firstName &+ 1
    guard let name = names.fieldName(number) else { throw Malformed(reason: "field \(number) has no name") }
    return name
  }
}
