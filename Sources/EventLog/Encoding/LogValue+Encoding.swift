extension LogValue: Encodable {
  /// Writes the value as what it is; other coders get the nearest that they have.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let fields):
      var container = encoder.container(keyedBy: PathKey.self)
      for field in fields { try container.encode(field.value, forKey: PathKey.field(field.name)) }
      return
    case .array(let items):
      var container = encoder.unkeyedContainer()
      for item in items { try container.encode(item) }
      return
    default: break
    }
    if let encoder = encoder as? ValueEncoder { return encoder.write(plain: self) }
    var container = encoder.singleValueContainer()
    switch self {
    case .null, .object, .array: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value):
      // Not every coder knows the widest.
      if let value = Int64(exactly: value) { try container.encode(value) } else { try container.encode(value) }
    case .large(let value): try container.encode(value)
    case .double(let value), .date(let value): try container.encode(value)
    case .float(let value): try container.encode(value)
    case .string(let value), .decimal(let value): try container.encode(value)
    case .data(let value), .uuid(let value): try container.encode(value)
    case .withheld: try container.encode("private")
    }
  }
}

extension ValueEncoder {
  /// Writes a value that is neither an object nor an array.
  fileprivate func write(plain value: LogValue) {
    beginSingle()
    switch value {
    case .null, .object, .array: writeNull()
    case .bool(let value): write(value)
    case .integer(let value):
      if value >= 0, let small = UInt64(exactly: value) {
        write(unsigned: small)
      } else if let small = Int64(exactly: value) {
        write(signed: small)
      } else {
        write(value)
      }
    case .large(let value): write(value)
    case .double(let value): write(value)
    case .float(let value): write(value)
    case .string(let value): write(value)
    case .withheld: write { $0.append(ValueTag.withheld) }
    case .date(let value):
      write { bytes in
        bytes.append(ValueTag.date)
        bytes.append(fixed: value.bitPattern)
      }
    case .data(let value):
      write { bytes in
        bytes.append(ValueTag.data)
        bytes.append(varint: UInt64(value.count))
        bytes += value
      }
    case .decimal(let value):
      write { bytes in
        bytes.append(ValueTag.decimal)
        bytes.append(text: value)
      }
    case .uuid(let value):
      write { bytes in
        bytes.append(ValueTag.uuid)
        for index in 0..<16 { bytes.append(index < value.count ? value[index] : 0) }
      }
    }
  }
}
