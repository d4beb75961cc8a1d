/// Reads JSON, and tells whole numbers from others, however long they are.
struct JSONParser {
  private var scanner: JSONScanner

  init(_ text: String) { scanner = JSONScanner(Array(text.utf8)) }

  /// Reads the one value that the text has.
  mutating func whole() throws(JSONScanner.Malformed) -> LogValue {
    let value = try value(depth: 0)
    guard scanner.next() == nil else { throw scanner.wrong("expected the end") }
    return value
  }

  private mutating func value(depth: Int) throws(JSONScanner.Malformed) -> LogValue {
    guard depth < ByteReader.deepest else { throw scanner.wrong("it is nested too deeply") }
    switch scanner.next() {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try scanner.string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func object(depth: Int) throws(JSONScanner.Malformed) -> LogValue {
    _ = scanner.take("{")
    var fields: [LogField] = []
    if scanner.take("}") { return .object(fields) }
    while true {
      guard scanner.next() == UInt8(ascii: "\"") else { throw scanner.wrong("expected a name") }
      let name = try scanner.string()
      guard scanner.take(":") else { throw scanner.wrong("expected “:”") }
      fields.append(LogField(name, try value(depth: depth + 1)))
      if scanner.take("}") { return .object(fields) }
      guard scanner.take(",") else { throw scanner.wrong("expected “,” or “}”") }
    }
  }

  private mutating func array(depth: Int) throws(JSONScanner.Malformed) -> LogValue {
    _ = scanner.take("[")
    var items: [LogValue] = []
    if scanner.take("]") { return .array(items) }
    while true {
      items.append(try value(depth: depth + 1))
      if scanner.take("]") { return .array(items) }
      guard scanner.take(",") else { throw scanner.wrong("expected “,” or “]”") }
    }
  }

  private mutating func number() throws(JSONScanner.Malformed) -> LogValue {
    let before = scanner
    let text = try scanner.number()
    if let whole = Int128(text) { return .integer(whole) }
    if let large = UInt128(text) { return .large(large) }
    guard let number = Double(text), number.isFinite else {
      throw before.wrong("expected a number that isn't too large")
    }
    return .double(number)
  }

  private mutating func word(_ word: StaticString, _ value: LogValue) throws(JSONScanner.Malformed) -> LogValue {
    try scanner.word(word)
    return value
  }
}
