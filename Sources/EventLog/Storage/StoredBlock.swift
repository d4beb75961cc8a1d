/// A block as it was found, not checked.
public struct StoredBlock: Hashable, Sendable {
  /// The position of its last record, by which it was found.
  public let last: UInt64
  /// Its bytes.
  public let bytes: [UInt8]

  /// Describes a block.
  public init(last: UInt64, bytes: [UInt8]) {
    self.last = last
    self.bytes = bytes
  }
}
