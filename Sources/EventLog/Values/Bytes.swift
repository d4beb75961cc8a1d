/// Writing the pieces that values and records are made of.
extension [UInt8] {
  /// Appends a varint: seven bits a byte, the lowest first.
  mutating func append(varint value: UInt64) {
    var value = value
    while value >= 0x80 {
      append(UInt8(truncatingIfNeeded: value) | 0x80)
      value >>= 7
    }
    append(UInt8(truncatingIfNeeded: value))
  }

  /// Appends a varint in which numbers near zero are short, whatever their sign.
  mutating func append(zigzag value: Int64) {
    append(varint: UInt64(bitPattern: value << 1) ^ UInt64(bitPattern: value >> 63))
  }

  /// Appends an integer's bytes, the lowest first.
  mutating func append<Value: FixedWidthInteger>(fixed value: Value) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }

  /// Appends the length of a text and its bytes.
  mutating func append(text: String) {
    append(varint: UInt64(text.utf8.count))
    append(contentsOf: text.utf8)
  }
}

/// Reads pieces off the front of some bytes, and never beyond their end.
///
/// The bytes are lent: it must not be used when `withUnsafeBufferPointer` has returned. A reader of an array would count
/// references at every step, which takes longer than the steps.
struct ByteReader {
  /// Some of these are being read; the rest belongs to others.
  let bytes: UnsafeBufferPointer<UInt8>
  /// The next byte.
  var position: Int
  /// Behind the last byte.
  let end: Int

  /// The bytes end where something should follow, or aren't what they should be.
  struct Malformed: Error {
    let reason: String

    /// What is wrong, in its own words if it is this.
    static func reason(of error: any Error) -> String {
      (error as? Malformed)?.reason ?? String(describing: error)
    }
  }

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = min(range.upperBound, bytes.count)
  }

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.init(bytes, 0..<bytes.count) }

  var isAtEnd: Bool { position >= end }

  @inline(__always)
  mutating func byte() throws -> UInt8 {
    guard position < end else { throw Malformed(reason: "it ends in the middle") }
    defer { position += 1 }
    return bytes[position]
  }

  @inline(__always)
  mutating func varint() throws -> UInt64 {
    let first = try byte()
    if first < 0x80 { return UInt64(first) }
    return try longVarint(first)
  }

  private mutating func longVarint(_ first: UInt8) throws -> UInt64 {
    var value = UInt64(first & 0x7F)
    var shift: UInt64 = 7
    while true {
      let next = try byte()
      guard shift < 63 || next <= 1 else { throw Malformed(reason: "a number is too long") }
      value |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return value }
      shift += 7
    }
  }

  mutating func zigzag() throws -> Int64 {
    let value = try varint()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  mutating func fixed<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
    let range = try skip(UInt64(MemoryLayout<Value>.size))
    var value: Value = 0
    for index in range.reversed() { value = value << 8 | Value(truncatingIfNeeded: bytes[index]) }
    return value
  }

  mutating func text() throws -> String { try text(length: varint()) }

  @inline(__always)
  mutating func text(length: UInt64) throws -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[try skip(length)]), as: UTF8.self)
  }

  /// Passes over so many bytes, and says which they are.
  @inline(__always)
  mutating func skip(_ count: UInt64) throws -> Range<Int> {
    guard position <= end, count <= UInt64(end - position) else { throw Malformed(reason: "it ends in the middle") }
    let start = position
    position += Int(count)
    return start..<position
  }
}
