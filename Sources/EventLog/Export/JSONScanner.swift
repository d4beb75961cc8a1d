/// Reads the pieces of a JSON text: marks, texts, numbers and words, with or without space between them. What they make up, who uses it
/// knows.
package struct JSONScanner {
  /// What isn't JSON, or isn't what was to be there.
  package struct Malformed: Error, CustomStringConvertible {
    /// What is wrong, and at which byte.
    package let description: String
  }

  private let bytes: [UInt8]
  private var position = 0

  /// Makes a scanner of a text in UTF-8.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The first byte of the next piece; `nil` at the end.
  package mutating func next() -> UInt8? {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    return peek
  }

  /// Passes over a mark, such as a bracket, if it comes next.
  ///
  /// - Returns: Whether it does.
  package mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard next() == UInt8(ascii: mark) else { return false }
    position += 1
    return true
  }

  /// Passes over a word such as `true`.
  package mutating func word(_ word: StaticString) throws(Malformed) {
    _ = next()
    let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes[position...].starts(with: expected) else { throw wrong("expected a value") }
    position += expected.count
  }

  /// Reads a number as it is written.
  package mutating func number() throws(Malformed) -> String {
    _ = next()
    let start = position
    passOver("-")
    if !passOver("0") { try digits() }
    if passOver(".") { try digits() }
    if passOver("e") || passOver("E") {
      if !passOver("+") { passOver("-") }
      try digits()
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  @discardableResult
  private mutating func passOver(_ character: Unicode.Scalar) -> Bool {
    if peek != UInt8(ascii: character) { return false }
    position += 1
    return true
  }

  private mutating func digits() throws(Malformed) {
    guard let first = peek, Self.isDigit(first) else { throw wrong("expected a value") }
    while let byte = peek, Self.isDigit(byte) { position += 1 }
  }

  /// Reads a text.
  package mutating func string() throws(Malformed) -> String {
    guard take("\"") else { throw wrong("expected a text") }
    let start = position
    // Most have nothing that must be replaced.
    while let byte = peek, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { position += 1 }
    var text: [UInt8] = []
    if peek != UInt8(ascii: "\"") {
      text = Array(bytes[start..<position])
      try readOn(&text)
    }
    let plain = position
    position += 1
    let read =
      text.isEmpty ? String(validating: bytes[start..<plain], as: UTF8.self) : String(validating: text, as: UTF8.self)
    guard let read else { throw wrong("the text isn't Unicode") }
    return read
  }

  /// Reads on to the end of a text, with what is replaced in it.
  private mutating func readOn(_ text: inout [UInt8]) throws(Malformed) {
    while let byte = peek, byte >= 0x20 {
      if byte == UInt8(ascii: "\"") { return }
      position += 1
      if byte == UInt8(ascii: "\\") { try escape(&text) } else { text.append(byte) }
    }
    throw wrong(peek == nil ? "the text has no end" : "the text has a control character that isn't escaped")
  }

  private mutating func escape(_ text: inout [UInt8]) throws(Malformed) {
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
      var code = UInt32(try unit())
      if 0xD800..<0xDC00 ~= code, bytes[position...].starts(with: #"\u"#.utf8) {
        position += 2
        let low = UInt32(try unit())
        guard 0xDC00..<0xE000 ~= low else { throw wrong("the text has half a character") }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw wrong("the text has half a character") }
      text += String(scalar).utf8
    default: throw wrong("unknown escape")
    }
  }

  /// Four hexadecimal digits.
  private mutating func unit() throws(Malformed) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = peek.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
        throw wrong("expected four hexadecimal digits")
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }

  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// An error at the present place.
  package func wrong(_ reason: String) -> Malformed { Malformed(description: "\(reason) at byte \(position + 1)") }
}
