import Testing

@testable import EventLog

/// Blocks are kept for a while after they were read, and always are what is in the store.
@Suite struct BlockCacheTests {
  private func block(_ position: UInt64, sequence: UInt64) -> StoredBlock {
    var builder = BlockBuilder(version: 1, size: 1 << 16)
    let record = CodedRecord(
      position: position, source: 0, name: 1, sequence: sequence, id: 1, cause: 0, answers: 0, requests: [], time: 0,
      marks: 0, isWhole: true)
    builder.append(record, payload: [])
    return StoredBlock(last: position, bytes: builder.finish().bytes)
  }

  private func sequences(_ block: StoredBlock, in cache: BlockCache) throws -> [UInt64] {
    try cache.contents(of: block).records.map(\.record.sequence)
  }

  @Test func `a block that was written anew is read anew`() throws {
    let cache = BlockCache()
    #expect(try sequences(block(7, sequence: 3), in: cache) == [3])
    #expect(try sequences(block(7, sequence: 4), in: cache) == [4])
    #expect(try sequences(block(7, sequence: 4), in: cache) == [4])
  }

  @Test func `a damaged block is damaged whenever it is read`() throws {
    let cache = BlockCache()
    var bytes = block(7, sequence: 3).bytes
    bytes[bytes.count - 1] ^= 1
    let damaged = StoredBlock(last: 7, bytes: bytes)
    for _ in 0..<2 { #expect(throws: ByteReader.Malformed.self) { try cache.contents(of: damaged) } }
  }

  @Test func `more blocks than it keeps are all read right`() throws {
    let cache = BlockCache()
    for _ in 0..<2 {
      for number in UInt64(1)...200 {
        #expect(try sequences(block(number, sequence: number + 1), in: cache) == [number + 1])
      }
    }
  }

  @Test func `a block that is read of some streams has their records, and knows where it begins and ends`() throws {
    for _ in 0..<50 {
      var builder = BlockBuilder(version: 1, size: 1 << 16)
      for number in UInt64(1)...40 {
        let source = Int.random(in: 0...4)
        let record = CodedRecord(
          position: 3 * number, source: source, name: .random(in: 1...300), sequence: .random(in: 1...9),
          id: .random(in: 1...1 << 42), cause: .random(in: 0...2), answers: .random(in: 0...2),
          requests: Bool.random() ? [] : [BlockContext.CodedRequest(id: number, name: 3)], time: .random(in: 0...9),
          marks: .random(in: 0...3), isWhole: .random())
        builder.append(record, payload: Array(repeating: UInt8(source), count: .random(in: 0...5))[...])
      }
      let bytes = builder.finish().bytes
      let all = try BlockContents(bytes)
      for streams in [[0], [3], [1, 4], [7], []] {
        let some = try BlockContents(bytes, of: streams)
        #expect(some.bounds == 3...120 && all.bounds == 3...120)
        let wanted = all.records.filter { streams.contains($0.record.source) }
        #expect(some.records.map { "\($0)" } == wanted.map { "\($0)" })
      }
    }
  }
}
