/// Some records behind one another, as they lie in a store: with a checksum, and readable by themselves.
///
/// | bytes | are |
/// |---|---|
/// | 3 | `E7 4C`, and the format's version |
/// | 4 | the checksum (CRC-32) of everything behind it, the lowest byte first; from format 2 on, of the format's version before it too |
/// | varint | the length of what follows |
/// | varint | the version of the app that wrote it |
/// | varint, zigzag | the first record's position and time |
/// | varint, names | names that occur here for the first time, or are told again: kind, number, text |
/// | varint, streams | the streams of these records: twice their numbers, plus one if the session's name follows |
/// | records | see `CodedRecord` |
///
/// A block begins anew with everything that its records leave out because it can be told from the ones before, so that the
/// loss of a block is the loss of its own records and no others. Only names may be told by another block. Hence the first that a process
/// writes tells once more those that the log has, as does the first behind what was forgotten.
public struct LogBlock: Sendable, Equatable {
  /// The newest format that this program reads, and the one it writes.
  public static let format: UInt8 = 1
  /// What every block begins with, before its format.
  public static let mark: [UInt8] = [0xE7, 0x4C]
  /// Mark, format and checksum.
  static let headSize = 7

  /// All of its bytes.
  public let bytes: [UInt8]
  /// The position of its first record.
  public let first: UInt64
  /// The position of its last record.
  public let last: UInt64
  /// How many records of which streams are in it, by the streams' numbers.
  public let streams: [Stream]

  /// How many records of a stream a block has.
  public struct Stream: Hashable, Sendable {
    /// The stream's number: 0 for the app's.
    public let number: Int
    /// How many of the block's records are its.
    public let count: Int
  }

  /// How long the block is that begins with some bytes; `nil` if none does.
  ///
  /// - Parameter bytes: At least the first ``longestHead``, or all that there are.
  public static func length(of bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.starts(with: mark), bytes.count > headSize else { return nil }
    return bytes.withUnsafeBufferPointer { bytes in
      var reader = ByteReader(bytes)
      reader.position = headSize
      guard let length = try? reader.varint(), length <= UInt64(Int32.max) else { return nil }
      return reader.position + Int(length)
    }
  }

  /// So many bytes are enough to tell a block's length.
  public static let longestHead = headSize + 10
}
