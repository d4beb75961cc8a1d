/// A value as a log has it, for those who don't have the type that it is of.
public indirect enum LogValue: Hashable, Sendable {
  /// Nothing.
  case null
  /// A truth value.
  case bool(Bool)
  /// A whole number.
  case integer(Int128)
  /// A whole number beyond all others.
  case large(UInt128)
  /// A number.
  case double(Double)
  /// A number of half the size.
  case float(Float)
  /// A text.
  case string(String)
  /// Bytes.
  case data([UInt8])
  /// Seconds since 2001-01-01 00:00 UTC.
  case date(Double)
  /// The digits of a decimal number.
  case decimal(String)
  /// Sixteen bytes.
  case uuid([UInt8])
  /// A value that was marked private, and isn't here.
  case withheld
  /// Values in order.
  case array([LogValue])
  /// Values with names, in the order in which they were written.
  case object([LogField])

  /// The value of a field, if this is an object that has it.
  public subscript(name: String) -> LogValue? {
    guard case .object(let fields) = self else { return nil }
    return fields.first { $0.name == name }?.value
  }
}

/// A field of an object.
public struct LogField: Hashable, Sendable {
  /// Its name.
  public var name: String
  /// Its value.
  public var value: LogValue

  /// Makes a field.
  public init(_ name: String, _ value: LogValue) {
    self.name = name
    self.value = value
  }
}

extension ByteReader {
  /// Reads a value.
  mutating func value(_ names: LogNames, depth: Int = 0) throws -> LogValue {
    guard depth < Self.deepest else { throw Malformed(reason: "it is nested too deeply") }
    let tag = try byte()
    switch tag {
    case ValueTag.null: return .null
    case ValueTag.no: return .bool(false)
    case ValueTag.yes: return .bool(true)
    case ValueTag.withheld: return .withheld
    case ValueTag.smallNumber: return .integer(Int128(tag))
    case ValueTag.number: return .integer(Int128(try varint()))
    case ValueTag.negative: return .integer(~Int128(try varint()))
    case ValueTag.int128: return .integer(try fixed(Int128.self))
    case ValueTag.uint128:
      let number = try fixed(UInt128.self)
      return Int128(exactly: number).map { .integer($0) } ?? .large(number)
    case ValueTag.double: return .double(Double(bitPattern: try fixed(UInt64.self)))
    case ValueTag.wholeDouble: return .double(Double(try varint()))
    case ValueTag.float: return .float(Float(bitPattern: try fixed(UInt32.self)))
    case ValueTag.shortString: return .string(try text(length: UInt64(tag - ValueTag.shortString.lowerBound)))
    case ValueTag.string: return .string(try text())
    case ValueTag.data: return .data(Array(bytes[try skip(varint())]))
    case ValueTag.date: return .date(Double(bitPattern: try fixed(UInt64.self)))
    case ValueTag.decimal: return .decimal(try text())
    case ValueTag.uuid: return .uuid(Array(bytes[try skip(16)]))
    case ValueTag.smallArray:
      return .array(
        try (0..<tag - ValueTag.smallArray.lowerBound).map { _ in try value(names, depth: depth + 1) })
    case ValueTag.array:
      var items: [LogValue] = []
      while try !takeEnd() { items.append(try value(names, depth: depth + 1)) }
      return .array(items)
    case ValueTag.smallObject:
      return .object(
        try (0..<tag - ValueTag.smallObject.lowerBound).map { _ in try field(varint(), names, depth: depth) })
    case ValueTag.object:
      var fields: [LogField] = []
      while let next = try nextField() { fields.append(try field(next, names, depth: depth)) }
      return .object(fields)
    default: throw Malformed(reason: "no value begins with \(tag)")
    }
  }

  private mutating func field(_ field: UInt64, _ names: LogNames, depth: Int) throws -> LogField {
    LogField(try name(of: field, names), try value(names, depth: depth + 1))
  }
}
