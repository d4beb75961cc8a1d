internal import EventLog

/// The pages of a file, or those in its write-ahead log, of which some may be damaged.
struct SalvagedPages {
  private let bytes: [UInt8]
  /// Where pages begin.
  private var starts: [Int] = []
  /// Where each page is, by its number: in a write-ahead log there may be several versions of one.
  private var places: [Int: [Int]] = [:]
  private var size: Int { SQLiteStore.pageSize }

  init(file bytes: [UInt8]) {
    self.bytes = bytes
    for start in stride(from: 0, to: bytes.count, by: size) { add(start, number: start / size + 1) }
  }

  init(writeAheadLog bytes: [UInt8]) {
    self.bytes = bytes
    // 32 bytes, then each page behind 24 of its own, of which the first four are its number.
    for frame in stride(from: 32, to: bytes.count - 24, by: SQLiteStore.pageSize + 24) {
      add(frame + 24, number: number(at: frame))
    }
  }

  private mutating func add(_ start: Int, number: Int) {
    starts.append(start)
    places[number, default: []].append(start)
  }

  private func number(at place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }

  /// Gives whatever looks like a block to those who can tell.
  func search(_ blocks: inout SalvagedBlocks) {
    for start in starts {
      let end = min(start + size, bytes.count)
      var place = start
      while let found = bytes[place..<end].firstIndex(of: LogBlock.mark[0]) {
        place = found + 1
        guard let length = LogBlock.length(of: bytes[found..<end]) else { continue }
        if found + length <= end {
          if blocks.add(Array(bytes[found..<found + length])) { place = found + length }
        } else if let whole = follow(from: found, length: length, page: start) {
          blocks.add(whole)
        }
      }
    }
  }

  /// Puts a block together that goes on in other pages, as SQLite keeps rows larger than a page
  /// (<https://www.sqlite.org/fileformat2.html#ovflpgs>).
  private func follow(from start: Int, length: Int, page: Int) -> [UInt8]? {
    // The row: the size of its head, a NULL for the key, the type of the block, the block.
    let type = UInt64(length) * 2 + 12
    let head = 2 + (64 - type.leadingZeroBitCount + 6) / 7
    let least = (size - 12) * 32 / 255 - 23
    let fitting = least + (head + length - least) % (size - 4)
    let local = (fitting <= size - 35 ? fitting : least) - head
    guard local > 0, start + local + 4 <= min(page + size, bytes.count) else { return nil }
    var block = Array(bytes[start..<start + local])
    var pointer = start + local
    // Chains that lead in a circle end with the block's length, which was checked against the file's.
    guard length <= bytes.count else { return nil }
    while block.count < length {
      // Of several versions the one that was written nearby.
      guard let next = places[number(at: pointer)]?.min(by: { abs($0 - pointer) < abs($1 - pointer) }) else {
        return nil
      }
      let count = min(size - 4, length - block.count)
      guard next + 4 + count <= bytes.count else { return nil }
      block += bytes[next + 4..<next + 4 + count]
      pointer = next
    }
    return block
  }
}
