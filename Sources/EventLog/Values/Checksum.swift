internal import CZlib

/// The checksum of zlib, PNG and Ethernet: CRC-32.
enum Checksum {
  /// The checksum of some of the bytes, or of all up to them.
  ///
  /// - Parameter checksum: That of those before them, if there are any.
  static func of(_ bytes: ArraySlice<UInt8>, behind checksum: UInt32 = 0) -> UInt32 {
    bytes.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32_z(UInt(checksum), $0.baseAddress, $0.count)) }
  }
}
