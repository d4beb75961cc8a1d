/// Makes and compares what must not be guessed.
enum RandomToken {
  /// 131 bits from the system's secure source, as 22 characters of URL-safe Base64, of which the first is a letter: on a command line, on
  /// which sessions are named, a hyphen would begin an option.
  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    let characters = (0..<22).map { alphabet[Int(generator.next() & ($0 == 0 ? 31 : 63))] }
    return String(decoding: characters, as: UTF8.self)
  }

  /// Whether a text has the form of one.
  static func isOne(_ text: String) -> Bool {
    text.utf8.count == 22
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  /// Bytes from the system's secure source.
  static func bytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
  }

  /// Compares in a time that doesn't tell how much was right.
  static func isEqual(_ a: String, _ b: String) -> Bool {
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
