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
}
