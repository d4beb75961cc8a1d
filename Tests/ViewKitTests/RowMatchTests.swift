import Testing

@testable import ViewKit

/// Which rows of a new list are rows of the old one.
@Suite struct `A match of rows` {
  struct Item: Identifiable, Equatable {
    let id: Int
    var text = 0
  }

  /// Rows that come, go, are replaced, moved and changed here and there, in runs of any length.
  private func changed(_ old: [Item], by random: inout SeededGenerator) -> [Item] {
    var new = old
    var fresh = 1_000
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      let length = Int.random(in: 1...12, using: &random)
      let at = Int.random(in: 0...new.count, using: &random)
      let run = at..<min(new.count, at + length)
      let others = (0..<length).map { Item(id: fresh + $0) }
      fresh += length
      switch Int.random(in: 0..<5, using: &random) {
      case 0: new.insert(contentsOf: others, at: at)
      case 1: new.removeSubrange(run)
      case 2: new.replaceSubrange(run, with: others)
      case 3:
        let moved = Array(new[run])
        new.removeSubrange(run)
        new.insert(contentsOf: moved, at: Int.random(in: 0...new.count, using: &random))
      default: for place in run { new[place].text += 1 }
      }
    }
    if Int.random(in: 0..<8, using: &random) == 0 { new.shuffle(using: &random) }
    return new
  }

  @Test(arguments: 0..<500) func `finds every row that was there, and those that have changed`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed + 1))
    let old = (0..<Int.random(in: 0...120, using: &random)).map { Item(id: $0) }
    let new = changed(old, by: &random)
    let match = RowMatch(new, of: old)
    // Of an old list in order the identities are the places.
    #expect(match.sources == new.map { $0.id < old.count ? $0.id : -1 })
    #expect(match.changed == new.indices.filter { new[$0].id < old.count && new[$0].text > 0 })
    #expect(match.gone == old.indices.filter { place in !new.contains { $0.id == place } })
    #expect(match.isSameOrder == (new.map(\.id) == old.map(\.id)))
  }

  @Test func `gives each old row to one new row where several are called the same`() {
    let old = [1, 7, 7, 2].map { Item(id: $0) }
    let match = RowMatch([3, 7, 7, 7, 4].map { Item(id: $0) }, of: old)
    let taken = match.sources.filter { $0 >= 0 }
    #expect(Set(taken).count == taken.count)
    #expect(taken.allSatisfy { old[$0].id == 7 })
    #expect(!taken.isEmpty)
    #expect(Set(match.gone).isDisjoint(with: taken))
    #expect(match.gone.count + taken.count == old.count)
  }
}
