/// The checksum of zlib, PNG and Ethernet (CRC-32, reflected polynomial 0xEDB88320), eight bytes at a time.
enum Checksum {
  /// What each byte contributes at each of eight distances: `tables[distance * 256 + byte]`.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
      tables[byte] = value
    }
    for byte in 0..<256 {
      for distance in 1..<8 {
        let nearer = tables[(distance - 1) * 256 + byte]
        tables[distance * 256 + byte] = nearer >> 8 ^ tables[Int(nearer & 0xFF)]
      }
    }
    return tables
  }()

  /// The checksum of some of the bytes.
  static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    tables.withUnsafeBufferPointer { tables in
      bytes.withUnsafeBytes { bytes in
        var value = ~UInt32(0)
        var place = 0
        while place + 8 <= bytes.count {
          let low = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)) ^ value
          let high = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self))
          value =
            tables[1792 + Int(low & 0xFF)] ^ tables[1536 + Int(low >> 8 & 0xFF)]
            ^ tables[1280 + Int(low >> 16 & 0xFF)] ^ tables[1024 + Int(low >> 24)]
          value ^=
            tables[768 + Int(high & 0xFF)] ^ tables[512 + Int(high >> 8 & 0xFF)]
            ^ tables[256 + Int(high >> 16 & 0xFF)] ^ tables[Int(high >> 24)]
          place += 8
        }
        for byte in bytes[place...] { value = tables[Int((value ^ UInt32(byte)) & 0xFF)] ^ value >> 8 }
        return ~value
      }
    }
  }
}
