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
  /// How many pages the file has by itself.
  private let filePages: Int
  /// How many it has with the last commit.
  private var pages = 0
  /// The pages behind those of the file that are in a commit, and those of a commit that isn't at its end.
  private var added: Set<Int> = []
  private var begun: [Int] = []

  /// Reads the head of all, which is on the disk before the first page is written.
  ///
  /// - Parameters:
  ///   - head: Its words.
  ///   - size: How many bytes the file has.
  /// - Returns: `nil` if it is damaged.
  init?(behind head: [UInt32], besideBytes size: Int) {
    let magic = UInt32(bigEndian: head[0])
    let pageSize = UInt32(bigEndian: head[2])
    guard magic & ~1 == 0x377F_0682 else { return nil }
    guard (512...65_536).contains(pageSize), pageSize & (pageSize - 1) == 0 else { return nil }
    // The sums are of words in the order of the machine that has written them.
    let isSwapped = (magic & 1 == 1) != (UInt32(1).bigEndian == 1)
    self.isSwapped = isSwapped
    self.pageSize = Int(pageSize)
    filePages = size / Int(pageSize)
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
      if isOurs, sums == written { return note(frame) }
      broken = place
    }
    guard isOurs else { return }
    if hasCommit { damage = broken }
    hasCommit = frame[1] != 0
  }

  private mutating func note(_ frame: UnsafeBufferPointer<UInt32>) {
    let (page, count) = (Int(UInt32(bigEndian: frame[0])), Int(UInt32(bigEndian: frame[1])))
    if page > filePages { begun.append(page) }
    // The last frame of a commit tells how many pages the file has then.
    guard count > 0 else { return }
    pages = count
    added.formUnion(begun)
    begun.removeAll(keepingCapacity: true)
  }

  /// A page that is neither in the file nor in a commit: SQLite writes every page that it adds, and all that it had added before it began
  /// the write-ahead log are in the file.
  ///
  /// - Parameter size: How many bytes the file has by now.
  /// - Returns: `nil` if there is none, or nothing in the file: SQLite throws the write-ahead log away then.
  func missingPage(besideBytes size: Int) -> Int? {
    let known = max(filePages, size / pageSize)
    guard damage == nil, filePages > 0, pages > known else { return nil }
    // On the page with this byte nothing is ever written: <https://www.sqlite.org/fileformat2.html#the_lock_byte_page>.
    let locked = (1 << 30) / pageSize + 1
    return (known + 1...pages).first { !added.contains($0) && $0 != locked }
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
