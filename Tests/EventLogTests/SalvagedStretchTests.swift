import Testing

@testable import EventLog
@testable import EventLogSQLite

@Suite struct `A stretch of a log that is searched for` {
  private struct Found: Equatable, CustomStringConvertible {
    let key: UInt64
    let first: UInt64?
    var description: String { "\(key):\(first.map { "\($0)" } ?? "lost")" }
    init(_ key: UInt64, _ first: UInt64? = nil) { (self.key, self.first) = (key, first) }
  }

  private func block(_ positions: ClosedRange<UInt64>) -> StoredBlock {
    var builder = BlockBuilder(version: 1, size: 40_000)
    for position in positions {
      builder.append(
        CodedRecord(
          position: position, source: 0, name: 1, sequence: 1, id: 1, cause: 0, answers: 0, requests: [], time: 0,
          marks: 0, isWhole: true), payload: [])
    }
    return StoredBlock(last: positions.upperBound, bytes: builder.finish().bytes)
  }

  private func find(
    _ blocks: [ClosedRange<UInt64>], behind first: UInt64, through last: UInt64?, keys: [UInt64]?
  ) -> [Found] {
    var stretch = SalvagedStretch(behind: first, through: last, keys: keys)
    for positions in blocks { stretch.add(block(positions)) }
    return stretch.finish().map { Found($0.last, $0.firstPosition) }
  }

  @Test func `has the blocks with events in it`() {
    let blocks: [ClosedRange<UInt64>] = [1...10, 11...20, 21...30, 31...40]
    for keys in [nil, [10, 20, 30, 40]] as [[UInt64]?] {
      #expect(find(blocks, behind: 10, through: 30, keys: keys) == [Found(20, 11), Found(30, 21)])
      // What is read from the middle on, or asked for up to there, is in a block too.
      #expect(find(blocks, behind: 14, through: 20, keys: keys) == [Found(20, 11)])
      #expect(find(blocks, behind: 10, through: 14, keys: keys) == [Found(20, 11)])
      #expect(find(blocks, behind: 30, through: nil, keys: keys) == [Found(40, 31)])
    }
  }

  @Test func `tells what is lost between them`() {
    let keys: [UInt64] = [10, 20, 30, 40, 50]
    #expect(find([1...10, 21...30], behind: 10, through: 50, keys: keys) == [Found(20), Found(30, 21), Found(50)])
    #expect(find([], behind: 10, through: 40, keys: keys) == [Found(40)])
    #expect(find([1...10], behind: 10, through: 50, keys: nil) == [Found(50)])
    #expect(find([], behind: 50, through: nil, keys: keys) == [])
  }

  @Test func `tells what is lost from what was forgotten`() {
    // All of 11…20, and some of each of the others.
    let blocks: [ClosedRange<UInt64>] = [1...7, 24...26, 33...40]
    let keys: [UInt64] = [10, 30, 40]
    #expect(find(blocks, behind: 0, through: 40, keys: keys) == [Found(10, 1), Found(30, 24), Found(40, 33)])
    for first in 7...23 as ClosedRange<UInt64> {
      #expect(find(blocks, behind: first, through: 23, keys: keys) == [])
    }
    #expect(find(blocks, behind: 26, through: 32, keys: keys) == [])
    // Without the index nobody knows.
    #expect(find(blocks, behind: 26, through: 32, keys: nil) == [Found(32)])
    // One is lost behind one of which the last were forgotten.
    #expect(find([1...7, 33...40], behind: 7, through: 40, keys: [10, 30, 40]) == [Found(30), Found(40, 33)])
  }
}
