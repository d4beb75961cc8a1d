/// The write-ahead log that SQLite keeps beside a file (<https://www.sqlite.org/fileformat2.html#walformat>), as a crash or a bad disk
/// may have left it.
///
/// SQLite reads it up to the first page that isn't as it was written, and takes what stands behind for a commit that a crash has
/// interrupted. That is right as long as nothing but crashes happens: a commit waits for the disk before the next one begins, so at most
/// the last can be unfinished. Where another one follows, the page was damaged later; then events would be missing that were
/// acknowledged, and pages that were moved into the file since would be hidden by older ones.
struct WriteAheadLog {
  private static let headSize = 32
  private static let frameHeadSize = 24
  private let bytes: [UInt8]
  private let pageSize: Int
  private let isBigEndian: Bool
  private let salts: [UInt8]

  /// Looks for damage.
  ///
  /// - Parameter bytes: All of it.
  /// - Returns: Where the first damage begins, in bytes from the beginning; `nil` if all is as SQLite has left it.
  static func damage(in bytes: [UInt8]) -> Int? {
    // With less there is no page in it.
    guard bytes.count >= headSize + frameHeadSize + LogFile.pageSize else { return nil }
    guard let log = WriteAheadLog(bytes) else { return 0 }
    return log.firstDamage()
  }

  /// Reads the head, which is on the disk before the first page is written; `nil` if it is damaged.
  private init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    let magic = Self.number(bytes, at: 0)
    guard magic & ~1 == 0x377F_0682 else { return nil }
    isBigEndian = magic & 1 == 1
    pageSize = Int(Self.number(bytes, at: 8))
    salts = Array(bytes[16..<24])
    guard pageSize >= 512, pageSize & (pageSize - 1) == 0 else { return nil }
    guard Sums().adding(bytes[0..<24], isBigEndian) == Sums(bytes, at: 24) else { return nil }
  }

  private func firstDamage() -> Int? {
    var (sums, damage, hasCommit) = (Sums(bytes, at: 24), Int?.none, false)
    let size = Self.frameHeadSize + pageSize
    for frame in stride(from: Self.headSize, through: bytes.count - size, by: size) {
      // What stands behind the last commit may be from before the log was begun anew.
      let isOurs = bytes[frame + 8..<frame + 16] == salts[...]
      if damage == nil {
        let head = sums.adding(bytes[frame..<frame + 8], isBigEndian)
        sums = head.adding(bytes[frame + Self.frameHeadSize..<frame + size], isBigEndian)
        if isOurs, sums == Sums(bytes, at: frame + 16) { continue }
        damage = frame
      }
      guard isOurs else { continue }
      if hasCommit { return damage }
      hasCommit = Self.number(bytes, at: frame + 4) != 0
    }
    return nil
  }

  private static func number(_ bytes: [UInt8], at place: Int) -> UInt32 {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// What SQLite sums pages up to, each on top of the one before.
  private struct Sums: Equatable {
    var first: UInt32 = 0
    var second: UInt32 = 0

    init() {}

    /// Those that are written at a place.
    init(_ bytes: [UInt8], at place: Int) {
      first = number(bytes, at: place)
      second = number(bytes, at: place + 4)
    }

    /// The sums with more bytes, a multiple of eight of them.
    func adding(_ more: ArraySlice<UInt8>, _ isBigEndian: Bool) -> Sums {
      var sums = self
      more.withUnsafeBytes { bytes in
        for place in stride(from: 0, to: bytes.count, by: 8) {
          let words = (
            bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self),
            bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
          )
          sums.first &+= (isBigEndian ? words.0.bigEndian : words.0.littleEndian) &+ sums.second
          sums.second &+= (isBigEndian ? words.1.bigEndian : words.1.littleEndian) &+ sums.first
        }
      }
      return sums
    }
  }
}
