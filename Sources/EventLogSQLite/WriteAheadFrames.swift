/// The frames of a write-ahead log up to some place, each a page and what is said of it, in words of 32 bits as they lie in the file.
///
/// They are gone through in every start behind a kill, and in a program that isn't optimised too: without iterators, slices and checks
/// of each word, which take ten times as long there as the sums.
struct WriteAheadFrames {
  /// Bytes of what is said of a page.
  static let headSize = 24

  /// Bytes of a page.
  let pageSize: Int
  /// Where the damage begins, once it is known not to be a commit that was interrupted.
  private(set) var damage: Int?
  private let salts: (UInt32, UInt32)
  private let isSwapped: Bool
  private var sums: WriteAheadSums
  /// Where the first frame is that isn't as it was written.
  private var broken: Int?
  private var hasCommit = false

  /// Reads the head of all, which is on the disk before the first page is written.
  ///
  /// - Returns: `nil` if it is damaged.
  init?(behind head: [UInt32]) {
    let magic = UInt32(bigEndian: head[0])
    let pageSize = UInt32(bigEndian: head[2])
    guard magic & ~1 == 0x377F_0682 else { return nil }
    guard (512...65_536).contains(pageSize), pageSize & (pageSize - 1) == 0 else { return nil }
    // The sums are of words in the order of the machine that has written them.
    let isSwapped = (magic & 1 == 1) != (UInt32(1).bigEndian == 1)
    self.isSwapped = isSwapped
    self.pageSize = Int(pageSize)
    salts = (head[4], head[5])
    var own = WriteAheadSums()
    head.withUnsafeBufferPointer { own.add(UnsafeBufferPointer(rebasing: $0[..<6]), isSwapped: isSwapped) }
    sums = WriteAheadSums(first: UInt32(bigEndian: head[6]), second: UInt32(bigEndian: head[7]))
    guard own == sums else { return nil }
  }

  /// Takes the next frame.
  ///
  /// - Parameter place: Where it begins, in bytes from the beginning.
  mutating func add(_ frame: UnsafeBufferPointer<UInt32>, at place: Int) {
    // What stands behind the last commit may be from before the log was begun anew.
    let isOurs = frame[2] == salts.0 && frame[3] == salts.1
    if broken == nil {
      sums.add(UnsafeBufferPointer(rebasing: frame[..<2]), isSwapped: isSwapped)
      sums.add(UnsafeBufferPointer(rebasing: frame[(Self.headSize / 4)...]), isSwapped: isSwapped)
      let written = WriteAheadSums(first: UInt32(bigEndian: frame[4]), second: UInt32(bigEndian: frame[5]))
      if isOurs, sums == written { return }
      broken = place
    }
    guard isOurs else { return }
    if hasCommit { damage = broken }
    hasCommit = frame[1] != 0
  }
}

/// What SQLite sums pages up to, each on top of the one before.
private struct WriteAheadSums: Equatable {
  var first: UInt32 = 0
  var second: UInt32 = 0

  /// Adds words, an even number of them.
  mutating func add(_ words: UnsafeBufferPointer<UInt32>, isSwapped: Bool) {
    guard let start = words.baseAddress else { return }
    let count = words.count
    var (one, other, index) = (first, second, 0)
    while index < count {
      one &+= (isSwapped ? start[index].byteSwapped : start[index]) &+ other
      other &+= (isSwapped ? start[index + 1].byteSwapped : start[index + 1]) &+ one
      index += 2
    }
    (first, second) = (one, other)
  }
}
