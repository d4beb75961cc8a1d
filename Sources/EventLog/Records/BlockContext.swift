internal import EventStream

/// What the records of a block say only once: each says how it differs from what the ones before it lead one to expect.
///
/// The same on both sides: who reads has read what the one who writes has written.
struct BlockContext {
  /// What is expected of the next event of a stream.
  struct Source {
    var sequence: UInt64 = 0
    /// The upper part of the ids that the stream gives itself.
    var origin: UInt64 = 0
    var requests: [CodedRequest] = []
    var isKnown = false
  }

  /// A request, with its case's number in place of the name.
  struct CodedRequest: Equatable {
    var id: UInt64
    var name: UInt64
  }

  /// The streams of the block, in the order of their first events.
  var sources: [Source] = []
  var time: Int64 = 0
  /// The streams that ids come from, and the last number that was referred to of each.
  private var origins: [(origin: UInt64, last: UInt64)] = []

  static let numberBits: UInt64 = 0xFF_FFFF_FFFF
  /// In the lowest two bits of a reference: the origin follows, because it isn't one of the first three.
  private static let farOrigin: UInt64 = 3

  /// Writes an id: one byte for one near to the last of the same stream.
  mutating func write(_ id: UInt64, to bytes: inout [UInt8]) {
    let (origin, number) = (id & ~Self.numberBits, id & Self.numberBits)
    let known = origins.firstIndex { $0.origin == origin }
    let index = known ?? origins.count
    if known == nil { origins.append((origin, 0)) }
    let difference = Int64(number) - Int64(origins[index].last)
    let distance = UInt64(bitPattern: difference << 1) ^ UInt64(bitPattern: difference >> 63)
    origins[index].last = number
    bytes.append(varint: distance << 2 | min(known == nil ? Self.farOrigin : UInt64(index), Self.farOrigin))
    guard known == nil || index >= Self.farOrigin else { return }
    bytes.append(varint: known == nil ? 0 : UInt64(index) + 1)
    if known == nil { bytes.append(varint: origin >> 40) }
  }

  /// Reads an id.
  mutating func readID(_ reader: inout ByteReader) throws -> UInt64 {
    let first = try reader.varint()
    var index = first & 3
    if index == Self.farOrigin {
      let place = try reader.varint()
      if place == 0 {
        origins.append((try reader.varint() << 40, 0))
        index = UInt64(origins.count - 1)
      } else {
        index = place - 1
      }
    }
    guard index < UInt64(origins.count) else { throw ByteReader.Malformed(reason: "an id is of no stream") }
    let distance = first >> 2
    let difference = Int64(bitPattern: distance >> 1) ^ -Int64(bitPattern: distance & 1)
    let number = UInt64(bitPattern: Int64(origins[Int(index)].last) &+ difference) & Self.numberBits
    origins[Int(index)].last = number
    return origins[Int(index)].origin | number
  }

  /// An id that needn't be written was met: later ones are near to it.
  mutating func note(_ id: UInt64) {
    let origin = id & ~Self.numberBits
    if let index = origins.firstIndex(where: { $0.origin == origin }) {
      origins[index].last = id & Self.numberBits
    }
  }
}

/// What the first byte of a record says.
struct RecordFlags: OptionSet {
  let rawValue: UInt8
  /// It is of another stream than the record before.
  static let otherSource = RecordFlags(rawValue: 1)
  /// Another byte of flags follows.
  static let irregular = RecordFlags(rawValue: 2)
  static let cause = RecordFlags(rawValue: 4)
  static let answers = RecordFlags(rawValue: 8)
  static let requests = RecordFlags(rawValue: 16)
  static let marks = RecordFlags(rawValue: 32)
  /// It was sent for the same requests as the one before of its stream.
  static let sameRequests = RecordFlags(rawValue: 64)
  /// It was accepted at another time than the record before.
  static let otherTime = RecordFlags(rawValue: 128)
}

/// What the second byte says, if there is one.
struct RecordOddities: OptionSet {
  let rawValue: UInt8
  /// Records between the one before and this one have been removed.
  static let gap = RecordOddities(rawValue: 1)
  /// Its number isn't the next of its stream.
  static let sequence = RecordOddities(rawValue: 2)
  /// Its id was given by another stream than its own.
  static let id = RecordOddities(rawValue: 4)
  /// The payload has the case in it.
  static let whole = RecordOddities(rawValue: 8)
}
