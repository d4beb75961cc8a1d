internal import EventLog

/// What is found between two events where a log should have blocks, and what isn't.
///
/// A block doesn't tell its key: that is the position that its last event had before any were forgotten. The keys that an index knows tell
/// that, and whether something is lost between two blocks or was forgotten.
struct SalvagedStretch {
  private let last: UInt64?
  /// In order; `nil` if nobody knows.
  private let keys: [UInt64]?
  /// Up to where it is known what there is.
  private var place: UInt64
  /// The block that was added last, until the next one tells up to where its key may be.
  private var pending: (block: StoredBlock, start: UInt64)?
  private var found: [StoredBlock] = []

  /// - Parameters:
  ///   - first: The last event before.
  ///   - last: The last event that may be missing; `nil` for the last that is found.
  ///   - keys: Those of all blocks that there should be.
  init(behind first: UInt64, through last: UInt64?, keys: [UInt64]?) {
    place = first
    self.last = last
    self.keys = keys
  }

  /// Adds a block that was found, by its own last event; in order, from the beginning of the log.
  mutating func add(_ block: StoredBlock) {
    guard let start = block.firstPosition else { return }
    settle(before: start)
    pending = (block, start)
  }

  /// All that was found; a block without bytes for each that is lost between.
  mutating func finish() -> [StoredBlock] {
    settle(before: nil)
    if let last { lose(through: last) }
    return found
  }

  /// Puts the last block where it belongs.
  private mutating func settle(before next: UInt64?) {
    guard let (block, start) = pending else { return }
    pending = nil
    let key = key(of: block, before: next)
    if block.last > place {
      guard start <= last ?? .max else { return }
      if start > place { lose(through: start - 1) }
      found.append(StoredBlock(last: key, bytes: block.bytes))
    }
    place = max(place, key)
  }

  /// The smallest key that it can have, and its own last event if there is none before the next block.
  private func key(of block: StoredBlock, before next: UInt64?) -> UInt64 {
    guard let keys, let key = keys.dropFirst(Self.count(of: keys, below: block.last)).first, key < next ?? .max else {
      return block.last
    }
    return key
  }

  /// Notes what is missing up to an event, if anything should be there.
  private mutating func lose(through end: UInt64) {
    guard end > place else { return }
    var lost = end
    if let keys {
      guard let key = keys.prefix(Self.count(of: keys, below: end + 1)).last, key > place else { return }
      lost = key
    }
    found.append(StoredBlock(last: lost, bytes: []))
    place = lost
  }

  /// How many numbers are smaller than another.
  private static func count(of sorted: [UInt64], below bound: UInt64) -> Int {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < bound { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
