/// Reads JSON, and tells whole numbers from others, however long they are.
struct JSONParser {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Reads the one value that the text has.
  mutating func whole() throws -> LogValue {
    let value = try value(depth: 0)
    skipSpace()
    guard position == bytes.count else { throw wrong("expected the end") }
    return value
  }

  private mutating func value(depth: Int) throws -> LogValue {
    guard depth < ByteReader.deepest else { throw wrong("it is nested too deeply") }
    skipSpace()
    switch peek {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func object(depth: Int) throws -> LogValue {
    position += 1
    var fields: [LogField] = []
    skipSpace()
    if take("}") { return .object(fields) }
    while true {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw wrong("expected a name") }
      let name = try string()
      skipSpace()
      guard take(":") else { throw wrong("expected “:”") }
      fields.append(LogField(name, try value(depth: depth + 1)))
      skipSpace()
      if take("}") { return .object(fields) }
      guard take(",") else { throw wrong("expected “,” or “}”") }
    }
  }

  private mutating func array(depth: Int) throws -> LogValue {
    position += 1
    var items: [LogValue] = []
    skipSpace()
    if take("]") { return .array(items) }
    while true {
      items.append(try value(depth: depth + 1))
      skipSpace()
      if take("]") { return .array(items) }
      guard take(",") else { throw wrong("expected “,” or “]”") }
    }
  }

  private mutating func string() throws -> String {
    position += 1
    var text: [UInt8] = []
    while let byte = peek {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(&text)
      default: text.append(byte)
      }
    }
    throw wrong("the text has no end")
  }

  private mutating func escape(_ text: inout [UInt8]) throws {
    guard let byte = peek else { throw wrong("the text has no end") }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "u"):
      var units = [try unit()]
      if 0xD800..<0xDC00 ~= units[0], position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
        bytes[position + 1] == UInt8(ascii: "u")
      {
        position += 2
        units.append(try unit())
      }
      text += Array(String(decoding: units, as: UTF16.self).utf8)
    default: throw wrong("unknown escape")
    }
  }

  private mutating func unit() throws -> UInt16 {
    guard position + 4 <= bytes.count,
      let unit = UInt16(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
    else { throw wrong("expected four hexadecimal digits") }
    position += 4
    return unit
  }

  private mutating func number() throws -> LogValue {
    let start = position
    while let byte = peek, "+-0123456789.eE".utf8.contains(byte) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if let whole = Int128(text) { return .integer(whole) }
    if let large = UInt128(text) { return .large(large) }
    guard !text.isEmpty, let number = Double(text) else {
      position = start
      throw wrong("expected a value")
    }
    return .double(number)
  }

  private mutating func word(_ word: String, _ value: LogValue) throws -> LogValue {
    guard bytes[position...].starts(with: word.utf8) else { throw wrong("expected a value") }
    position += word.utf8.count
    return value
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ character: Character) -> Bool {
    guard let byte = peek, byte == character.asciiValue else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private func wrong(_ reason: String) -> ByteReader.Malformed {
    ByteReader.Malformed(reason: "\(reason) at byte \(position + 1)")
  }
}
