/// A name that a view may have in the document.
enum Anchor {
  static func isValid(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard let first = bytes.first, isLetter(first), bytes.allSatisfy({ isLetter($0) || isOther($0) }) else {
      return false
    }
    // The views' own numbers.
    return !(bytes.count > 1 && first == UInt8(ascii: "v") && bytes.dropFirst().allSatisfy(isDigit))
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isOther(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }
}
