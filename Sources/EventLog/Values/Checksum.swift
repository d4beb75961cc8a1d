internal import CZlib

/// The checksum of zlib, PNG and Ethernet: CRC-32.
enum Checksum {
  /// The checksum of some of the bytes.
  static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
  }
}
