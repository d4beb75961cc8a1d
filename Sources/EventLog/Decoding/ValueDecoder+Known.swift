internal import Foundation

/// Values with a form of their own.
extension ValueDecoder {
  /// Reads a value of any type that stands at a place.
  func read<Value: Decodable>(_ type: Value.Type, at offset: Int, key: (any CodingKey)?) throws -> Value {
    if type == String.self { return same(try string(at: offset, key: key)) }
    if type == Int.self { return same(try integer(Int.self, at: offset, key: key)) }
    if type == Date.self { return same(try date(at: offset, key: key)) }
    if type == Data.self { return same(try data(at: offset, key: key)) }
    if type == Decimal.self { return same(try decimal(at: offset, key: key)) }
    if type == UUID.self { return same(try uuid(at: offset, key: key)) }
    if type == URL.self { return same(try url(at: offset, key: key)) }
    let decoder = try decoder(at: offset, key: key)
    defer { note(decoder) }
    return try Value(from: decoder)
  }

  @inline(__always)
  private func same<Known, Value>(_ value: Known) -> Value {
    // Safe because the caller has compared the types.
    unsafeBitCast(value, to: Value.self)
  }

  /// The first byte of a value.
  @inline(__always)
  private func tag(at offset: Int) throws -> UInt8 {
    guard let tag = source.byte(at: offset) else { throw ByteReader.Malformed(reason: "it ends in the middle") }
    return tag
  }

  func isNull(at offset: Int, key: (any CodingKey)? = nil) throws -> Bool {
    try guarding(key) { try tag(at: offset) == ValueTag.null }
  }

  func bool(at offset: Int, key: (any CodingKey)?) throws -> Bool {
    let tag: UInt8 = try guarding(key) { try self.tag(at: offset) }
    switch tag {
    case ValueTag.yes, ValueTag.no, ValueTag.withheld:
      note(offset, until: offset + 1)
      return tag == ValueTag.yes
    default: throw mismatch(Bool.self, expected: "a truth value", found: tag, key: key)
    }
  }

  func string(at offset: Int, key: (any CodingKey)?) throws -> String {
    try guarding(key) {
      var reader = source.reader(at: offset)
      let tag = try reader.byte()
      let text: String
      switch tag {
      case ValueTag.shortString: text = try reader.text(length: UInt64(tag - ValueTag.shortString.lowerBound))
      case ValueTag.string: text = try reader.text()
      default: throw mismatch(String.self, expected: "a string", found: tag, key: key)
      }
      note(offset, until: reader.position)
      return text
    }
  }

  func integer<Value: FixedWidthInteger>(_ type: Value.Type, at offset: Int, key: (any CodingKey)?) throws -> Value {
    try guarding(key) {
      var reader = source.reader(at: offset)
      let tag = try reader.byte()
      let found: Value?
      switch tag {
      case ValueTag.smallNumber: found = Value(exactly: tag)
      case ValueTag.number: found = Value(exactly: try reader.varint())
      case ValueTag.negative: found = Value(exactly: ~Int128(try reader.varint()))
      case ValueTag.int128: found = Value(exactly: try reader.fixed(Int128.self))
      case ValueTag.uint128: found = Value(exactly: try reader.fixed(UInt128.self))
      default: throw mismatch(type, expected: "a whole number", found: tag, key: key)
      }
      guard let found else {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: path(to: key),
            debugDescription: "expected \(type), found \(try digits(at: offset)), which doesn't fit"))
      }
      note(offset, until: reader.position)
      return found
    }
  }

  /// A whole number as one reads it.
  private func digits(at offset: Int) throws -> String {
    var reader = source.reader(at: offset)
    switch try reader.value(source.names) {
    case .integer(let number): return "\(number)"
    case .large(let number): return "\(number)"
    default: return "a number"
    }
  }

  func double(at offset: Int, key: (any CodingKey)?) throws -> Double {
    try guarding(key) {
      var reader = source.reader(at: offset)
      let tag = try reader.byte()
      // A field that was a whole number once may be a `Double` today.
      if tag == ValueTag.number || tag == ValueTag.negative || ValueTag.smallNumber ~= tag {
        return Double(try integer(Int64.self, at: offset, key: key))
      }
      let number: Double
      switch tag {
      case ValueTag.double: number = Double(bitPattern: try reader.fixed(UInt64.self))
      case ValueTag.float: number = Double(Float(bitPattern: try reader.fixed(UInt32.self)))
      case ValueTag.wholeDouble: number = Double(try reader.varint())
      default: throw mismatch(Double.self, expected: "a number", found: tag, key: key)
      }
      note(offset, until: reader.position)
      return number
    }
  }

  func float(at offset: Int, key: (any CodingKey)?) throws -> Float {
    var reader = source.reader(at: offset)
    // The bits as they were, of a signalling NaN too.
    return try guarding(key) {
      if try reader.byte() == ValueTag.float { return Float(bitPattern: try reader.fixed(UInt32.self)) }
      return Float(try double(at: offset, key: key))
    }
  }

  func data(at offset: Int, key: (any CodingKey)?) throws -> Data {
    try guarding(key) {
      var reader = source.reader(at: offset)
      let tag = try reader.byte()
      guard tag == ValueTag.data else { throw mismatch(Data.self, expected: "data", found: tag, key: key) }
      return Data(source.bytes[try reader.skip(try reader.varint())])
    }
  }

  func date(at offset: Int, key: (any CodingKey)?) throws -> Date {
    try guarding(key) {
      var reader = source.reader(at: offset)
      let tag = try reader.byte()
      guard tag == ValueTag.date else { throw mismatch(Date.self, expected: "a date", found: tag, key: key) }
      let seconds = Double(bitPattern: try reader.fixed(UInt64.self))
      note(offset, until: reader.position)
      return Date(timeIntervalSinceReferenceDate: seconds)
    }
  }

  func decimal(at offset: Int, key: (any CodingKey)?) throws -> Decimal {
    try guarding(key) {
      var reader = source.reader(at: offset)
      let tag = try reader.byte()
      guard tag == ValueTag.decimal else {
        throw mismatch(Decimal.self, expected: "a decimal number", found: tag, key: key)
      }
      let text = try reader.text()
      if text == "NaN" { return .nan }
      guard let number = Decimal(string: text) else {
        throw ByteReader.Malformed(reason: "expected a decimal number, found “\(text)”")
      }
      return number
    }
  }

  func uuid(at offset: Int, key: (any CodingKey)?) throws -> UUID {
    try guarding(key) {
      var reader = source.reader(at: offset)
      let tag = try reader.byte()
      guard tag == ValueTag.uuid else { throw mismatch(UUID.self, expected: "a UUID", found: tag, key: key) }
      let range = try reader.skip(16)
      return UUID(
        uuid: UnsafeRawBufferPointer(source.bytes).loadUnaligned(fromByteOffset: range.lowerBound, as: uuid_t.self))
    }
  }

  func url(at offset: Int, key: (any CodingKey)?) throws -> URL {
    let text = try string(at: offset, key: key)
    guard let url = URL(string: text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: path(to: key), debugDescription: "expected a URL, found “\(text)”"))
    }
    return url
  }
}
