internal import EventLog

/// The pages of a file, or those in its write-ahead log, of which some may be damaged.
struct SalvagedPages {
  private let bytes: [UInt8]
  /// Where pages begin.
  private var starts: [Int] = []
  /// Where each page is, by its number: in a write-ahead log there may be several versions of one.
  private var places: [Int: [Int]] = [:]
  private var size: Int { LogFile.pageSize }
  /// So many times as there are bytes, bytes in other pages are looked at: anything may look like the beginning of a block, and all of
  /// them may lead through all pages. A block is in some versions of its page, seldom in ten.
  private static let patience = 32

  init(file bytes: [UInt8]) {
    self.bytes = bytes
    for start in stride(from: 0, to: bytes.count, by: size) { add(start, number: start / size + 1) }
  }

  init(writeAheadLog bytes: [UInt8]) {
    self.bytes = bytes
    // 32 bytes, then each page behind 24 of its own, of which the first four are its number.
    for frame in stride(from: 32, to: bytes.count - 24, by: LogFile.pageSize + 24) {
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
    var patience = Self.patience * bytes.count
    for start in starts {
      let end = min(start + size, bytes.count)
      var place = start
      while let found = bytes[place..<end].firstIndex(of: LogBlock.mark[0]) {
        place = found + 1
        guard let length = LogBlock.length(of: bytes[found..<end]) else { continue }
        if found + length <= end {
          if blocks.add(Array(bytes[found..<found + length])) { place = found + length }
        } else if patience > 0, let chain = chain(from: found, length: length, page: start) {
          patience -= chain.pieces.count * size
          if chain.isWhole { blocks.add(copy(chain, length: length)) }
        }
      }
    }
  }

  /// The pieces of a block that goes on in other pages.
  private struct Chain {
    var pieces: [Range<Int>]
    /// Whether all pieces were found.
    var isWhole = false
  }

  /// Finds the pieces of a block that goes on in other pages, as SQLite keeps rows larger than a page
  /// (<https://www.sqlite.org/fileformat2.html#ovflpgs>); `nil` if no such row begins there.
  private func chain(from start: Int, length: Int, page: Int) -> Chain? {
    // The row: the size of its head, a NULL for the key, the type of the block, the block.
    let type = UInt64(length) * 2 + 12
    let head = 2 + (64 - type.leadingZeroBitCount + 6) / 7
    let least = (size - 12) * 32 / 255 - 23
    let fitting = least + (head + length - least) % (size - 4)
    let local = (fitting <= size - 35 ? fitting : least) - head
    guard length <= bytes.count, local > 0, start + local + 4 <= min(page + size, bytes.count) else { return nil }
    var chain = Chain(pieces: [start..<start + local])
    var visited: Set<Int> = []
    var pointer = start + local
    var rest = length - local
    while rest > 0 {
      guard let next = place(ofPage: number(at: pointer), near: pointer), visited.insert(next).inserted else {
        return chain
      }
      let count = min(size - 4, rest)
      guard next + 4 + count <= bytes.count else { return chain }
      chain.pieces.append(next + 4..<next + 4 + count)
      rest -= count
      pointer = next
    }
    chain.isWhole = true
    return chain
  }

  /// Where a page is; of several versions the one that was written nearby.
  private func place(ofPage number: Int, near place: Int) -> Int? {
    guard let all = places[number] else { return nil }
    // They are in order.
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle] < place { low = middle + 1 } else { high = middle }
    }
    return all[max(0, low - 1)..<min(low + 1, all.count)].min { abs($0 - place) < abs($1 - place) }
  }

  private func copy(_ chain: Chain, length: Int) -> [UInt8] {
    var block: [UInt8] = []
    block.reserveCapacity(length)
    for piece in chain.pieces { block += bytes[piece] }
    return block
  }
}
