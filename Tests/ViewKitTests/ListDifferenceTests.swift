import Testing
import ViewKit

@Suite struct ListDifferenceTests {
  /// Carries the steps out as a client would.
  func apply(_ steps: [ListDifference.Step], to list: [Int]) -> [Int] {
    var list = list
    func place(_ key: Int, before: Int?) {
      list.insert(key, at: before.flatMap { list.firstIndex(of: $0) } ?? list.endIndex)
    }
    for step in steps {
      switch step {
      case .delete(let key): list.removeAll { $0 == key }
      case .insert(let key, let before): place(key, before: before)
      case .move(let key, let before):
        list.removeAll { $0 == key }
        place(key, before: before)
      }
    }
    return list
  }

  @Test func `equal lists differ in nothing`() {
    #expect(ListDifference(from: [1, 2, 3], to: [1, 2, 3]).steps == [])
  }

  @Test func `one insertion is one step`() {
    #expect(ListDifference(from: [1, 3], to: [1, 2, 3]).steps == [.insert(2, before: 3)])
  }

  @Test func `moving one row to the other end is one step`() {
    #expect(ListDifference(from: [1, 2, 3, 4], to: [2, 3, 4, 1]).steps == [.move(1, before: nil)])
  }

  @Test(arguments: 0..<300) func `the steps lead from any list to any other`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed + 1))
    let old = Array(0..<Int.random(in: 0...40, using: &random)).shuffled(using: &random)
    let kept = old.filter { _ in Bool.random(using: &random) }
    let new = (kept + (100..<100 + Int.random(in: 0...20, using: &random))).shuffled(using: &random)
    let difference = ListDifference(from: old, to: new)
    #expect(apply(difference.steps, to: old) == new)
    let moves = difference.steps.count { if case .move = $0 { true } else { false } }
    #expect(moves == kept.count - longestKeptInOrder(old, new))
  }

  /// By the slow, obvious method.
  func longestKeptInOrder(_ old: [Int], _ new: [Int]) -> Int {
    let order = new.compactMap { old.firstIndex(of: $0) }
    var best = [Int](repeating: 1, count: order.count)
    for i in order.indices {
      for j in 0..<i where order[j] < order[i] { best[i] = max(best[i], best[j] + 1) }
    }
    return best.max() ?? 0
  }
}

/// The same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64
  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }
  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
