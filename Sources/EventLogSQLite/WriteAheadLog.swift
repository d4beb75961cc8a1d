internal import Foundation

/// The write-ahead log that SQLite keeps beside a file (<https://www.sqlite.org/fileformat2.html#walformat>), as a crash or a bad disk
/// may have left it.
///
/// SQLite reads it up to the first page that isn't as it was written, and takes what stands behind for a commit that a crash has
/// interrupted. That is right as long as nothing but crashes happens: a commit waits for the disk before the next one begins, so at most
/// the last can be unfinished. Where another one follows, the page was damaged later; then events would be missing that were
/// acknowledged, and pages that were moved into the file since would be hidden by older ones.
///
/// It has no bound where somebody has read for days, so that no more than some frames of it are in memory at a time.
struct WriteAheadLog {
  /// Where the first damage begins, in bytes from the beginning; `nil` if all is as SQLite has left it.
  private(set) var damage: Int?
  /// A page that should be in it, for it isn't in the file, which was shorter than one that it is of; `nil` if there is none.
  private(set) var missingPage: Int?

  private static let headSize = 32
  /// Reads all of it.
  ///
  /// - Parameters:
  ///   - path: Where the file is that it stands beside.
  ///   - portion: So many bytes are read at once, about.
  /// - Returns: `nil` if there is none, or it may not be read, or is too short for a page.
  init?(beside path: String, inPortionsOf portion: Int = 1 << 20) {
    let file = open(path + "-wal", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    let least = Self.headSize + WriteAheadFrames.headSize + LogFile.pageSize
    guard fstat(file, &status) == 0, status.st_size >= least else { return nil }
    var head = [UInt32](repeating: 0, count: Self.headSize / 4)
    let isWhole = Self.read(&head, from: file, at: 0) == Self.headSize
    guard isWhole, var frames = WriteAheadFrames(behind: head, besideBytes: Self.size(of: path)) else {
      damage = 0
      return
    }
    Self.read(&frames, from: file, inPortionsOf: portion)
    damage = frames.damage
    // Looked at once more: where somebody has opened it meanwhile, its pages may have been moved into the file.
    missingPage = frames.missingPage(besideBytes: Self.size(of: path))
  }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Reads one frame behind the other, up to the end or a damage.
  private static func read(_ frames: inout WriteAheadFrames, from file: CInt, inPortionsOf portion: Int) {
    let size = WriteAheadFrames.headSize + frames.pageSize
    var words = [UInt32](repeating: 0, count: max(1, portion / size) * size / 4)
    var place = headSize
    while frames.damage == nil {
      let count = read(&words, from: file, at: place)
      words.withUnsafeBufferPointer { words in
        for start in stride(from: 0, through: count - size, by: size) where frames.damage == nil {
          frames.add(UnsafeBufferPointer(rebasing: words[start / 4..<(start + size) / 4]), at: place + start)
        }
      }
      if count < words.count * 4 { return }
      place += count
    }
  }

  /// Reads as many bytes as there is room for; fewer where the file ends, or can't be read any further, which SQLite will tell.
  private static func read(_ words: inout [UInt32], from file: CInt, at place: Int) -> Int {
    words.withUnsafeMutableBytes { bytes in
      var count = 0
      while count < bytes.count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[count...])
        let more = pread(file, rest.baseAddress, rest.count, place + count)
        if more < 0, errno == EINTR { continue }
        guard more > 0 else { break }
        count += more
      }
      return count
    }
  }
}
