internal import Crypto

/// A short name for a file's content, so that it can be kept for ever under its own address.
func contentHash(_ content: [UInt8]) -> String {
  SHA256.hash(data: content).prefix(8).map { byte in
    let digits = String(byte, radix: 16)
    return digits.count == 1 ? "0" + digits : digits
  }.joined()
}
