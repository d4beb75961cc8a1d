/// UTF-8 text being written, with the escapes that HTML and JSON want.
public struct TextBuffer: Sendable {
  /// The text so far.
  public private(set) var bytes: [UInt8] = []

  /// An empty buffer.
  ///
  /// - Parameter capacity: The bytes to make room for at once.
  public init(capacity: Int = 256) { bytes.reserveCapacity(capacity) }

  /// The text so far.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Adds text that is what it should be already.
  public mutating func raw(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Adds text that is what it should be already.
  public mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Adds what another buffer holds.
  public mutating func raw(_ other: TextBuffer) { bytes.append(contentsOf: other.bytes) }

  /// Adds a number.
  public mutating func number(_ number: Int) { bytes.append(contentsOf: String(number).utf8) }

  /// Adds text as HTML shows it, in an element or in a quoted attribute.
  public mutating func html(_ text: String) {
    if add(text, unless: Self.isSpecialInHTML) { return }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): raw("&amp;")
      case UInt8(ascii: "<"): raw("&lt;")
      case UInt8(ascii: ">"): raw("&gt;")
      case UInt8(ascii: "\""): raw("&quot;")
      case UInt8(ascii: "'"): raw("&#39;")
      // A carriage return would be read as a line feed; NUL isn't allowed at all.
      case 13: raw("&#13;")
      case 0: raw("\u{FFFD}")
      default: bytes.append(byte)
      }
    }
  }

  /// Adds text as a JSON string, quotes included.
  public mutating func json(_ text: String) {
    var text = text
    text.withUTF8 { addJSON($0) }
  }

  /// Adds what another buffer holds as a JSON string, quotes included.
  public mutating func json(_ other: TextBuffer) { other.bytes.withUnsafeBufferPointer { addJSON($0) } }

  /// What needs no escape is added at one go.
  private mutating func addJSON(_ text: UnsafeBufferPointer<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    var rest = text[...]
    while let place = rest.firstIndex(where: Self.isSpecialInJSON) {
      bytes.append(contentsOf: rest[..<place])
      addEscaped(rest[place])
      rest = rest[(place + 1)...]
    }
    bytes.append(contentsOf: rest)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func addEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): raw("\\\"")
    case UInt8(ascii: "\\"): raw("\\\\")
    case 10: raw("\\n")
    default:
      raw("\\u00")
      bytes.append(Self.hexadecimal(byte >> 4))
      bytes.append(Self.hexadecimal(byte & 15))
    }
  }

  private static func isSpecialInHTML(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...13, UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
    default: false
    }
  }

  private static func isSpecialInJSON(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<32, UInt8(ascii: "\""), UInt8(ascii: "\\"): true
    default: false
    }
  }

  /// Adds text at one go, as most can be.
  ///
  /// - Parameter isSpecial: Whether something else stands for a byte, perhaps.
  /// - Returns: False if there is such a byte in it, and nothing was added; or if that can't be told so quickly.
  private mutating func add(_ text: String, unless isSpecial: (UInt8) -> Bool) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { utf8 in
      if utf8.contains(where: isSpecial) { return false }
      bytes.append(contentsOf: utf8)
      return true
    } ?? false
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
  }
}
