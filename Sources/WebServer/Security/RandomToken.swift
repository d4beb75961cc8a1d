/// Makes and compares what must not be guessed.
enum RandomToken {
  /// 132 bits from the system's secure source, as 22 characters of URL-safe Base64.
  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    let characters = (0..<22).map { _ in alphabet[Int(generator.next() & 63)] }
    return String(decoding: characters, as: UTF8.self)
  }

  /// Compares in a time that doesn't tell how much was right.
  static func isEqual(_ a: String, _ b: String) -> Bool {
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
