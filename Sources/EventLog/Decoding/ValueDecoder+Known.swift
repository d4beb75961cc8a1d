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
    return try Value(from: decoder(at: offset, key: key))
  }

  @inline(__always)
  private func same<Known, Value>(_ value: Known) -> Value {
    // Safe because the caller has compared the types.
    unsafeBitCast(value, to: Value.self)
  }

  func isNull(at offset: Int) throws -> Bool { try guarding { try tag(at: offset) == ValueTag.null } }

  func bool(at offset: Int, key: (any CodingKey)?) throws -> Bool {
    let tag: UInt8 = try guarding { try self.tag(at: offset) }
    switch tag {
    case ValueTag.yes: return true
    case ValueTag.no: return false
    case ValueTag.withheld: return false
    default: throw mismatch(Bool.self, expected: "a truth value", found: tag, key: key)
    }
  }

  func string(at offset: Int, key: (any CodingKey)?) throws -> String {
    try guarding {
      var reader = source.reader(at: offset)
      let tag = try reader.byte()
      switch tag {
      case ValueTag.shortString: return try reader.text(length: UInt64(tag - ValueTag.shortString.lowerBound))
      case ValueTag.string: return try reader.text()
      default: throw mismatch(String.self, expected: "a string", found: tag, key: key)
      }
    }
  }

  func integer<Value: FixedWidthInteger>(_ type: Value.Type, at offset: Int, key: (any CodingKey)?) throws -> Value {
    try guarding {
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
        let path = key.map { codingPath + [$0] } ?? codingPath
        throw DecodingError.dataCorrupted(
          .init(codingPath: path, debugDescription: "expected \(type), found a number that doesn't fit"))
      }
      return found
    }
  }

  func double(at offset: Int, key: (any CodingKey)?) throws -> Double {
    try guarding {
      var reader = source.reader(at: offset)
      let tag = try reader.byte()
      switch tag {
      case ValueTag.double: return Double(bitPattern: try reader.fixed(UInt64.self))
      case ValueTag.float: return Double(Float(bitPattern: try reader.fixed(UInt32.self)))
      case ValueTag.wholeDouble: return Double(try reader.varint())
      // A field that was a whole number once may be a `Double` today.
      case ValueTag.smallNumber, ValueTag.number, ValueTag.negative:
        return Double(try integer(Int64.self, at: offset, key: key))
      default: throw mismatch(Double.self, expected: "a number", found: tag, key: key)
      }
    }
  }

  func float(at offset: Int, key: (any CodingKey)?) throws -> Float {
    var reader = source.reader(at: offset)
    // The bits as they were, of a signalling NaN too.
    return try guarding {
      if try reader.byte() == ValueTag.float { return Float(bitPattern: try reader.fixed(UInt32.self)) }
      return Float(try double(at: offset, key: key))
    }
  }

  func data(at offset: Int, key: (any CodingKey)?) throws -> Data {
    try guarding {
      var reader = source.reader(at: offset)
      let tag = try reader.byte()
      guard tag == ValueTag.data else { throw mismatch(Data.self, expected: "data", found: tag, key: key) }
      return Data(source.bytes[try reader.skip(try reader.varint())])
    }
  }

  func date(at offset: Int, key: (any CodingKey)?) throws -> Date {
    try guarding {
      var reader = source.reader(at: offset)
      let tag = try reader.byte()
      guard tag == ValueTag.date else { throw mismatch(Date.self, expected: "a date", found: tag, key: key) }
      return Date(timeIntervalSinceReferenceDate: Double(bitPattern: try reader.fixed(UInt64.self)))
    }
  }

  func decimal(at offset: Int, key: (any CodingKey)?) throws -> Decimal {
    try guarding {
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
    try guarding {
      var reader = source.reader(at: offset)
      let tag = try reader.byte()
      guard tag == ValueTag.uuid else { throw mismatch(UUID.self, expected: "a UUID", found: tag, key: key) }
      let range = try reader.skip(16)
      return UUID(uuid: source.bytes[range].withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
    }
  }

  func url(at offset: Int, key: (any CodingKey)?) throws -> URL {
    let text = try string(at: offset, key: key)
    guard let url = URL(string: text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath, debugDescription: "expected a URL, found “\(text)”"))
    }
    return url
  }
}
