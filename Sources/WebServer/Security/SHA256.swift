internal import CCrypto

/// The digest that secrets are kept as: nobody gets back from it to what it was made of.
enum SHA256 {
  /// The 32 bytes that the given ones come to.
  static func digest(of bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    guard EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil) == 1 else {
      // It can't fail but for want of memory; and a digest that is always the same would let everybody in.
      return RandomToken.bytes(32)
    }
    return digest
  }

  /// The digest of a text, in hexadecimal.
  static func hexadecimal(of text: String) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = digest(of: Array(text.utf8)).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    // Takes no more memory than it needs: every session keeps one.
    return String(decoding: text, as: UTF8.self)
  }
}
