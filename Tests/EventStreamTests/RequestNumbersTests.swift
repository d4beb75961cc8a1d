import Foundation
import Testing

@testable import EventStream

@Suite struct RequestNumbersTests {
  @Test func `one kind more leaves the others their numbers`() {
    var (before, after) = (RequestNumbers(), RequestNumbers())
    let first = [before.next(of: 7), before.next(of: 7), before.next(of: 9)]
    _ = after.next(of: 8)
    let second = [after.next(of: 7), after.next(of: 7), after.next(of: 9)]
    #expect(first == second)
    #expect(Set(first).count == 3)
  }

  @Test func `no number comes twice, whatever is left out and whichever kind comes when`() {
    var numbers = RequestNumbers()
    var given: Set<UInt64> = []
    for turn in 0..<2_000 {
      if turn.isMultiple(of: 50) { numbers.skip() }
      numbers.begin(act: turn.isMultiple(of: 3) ? turn : 0)
      for _ in 0..<3 { #expect(given.insert(numbers.next(of: UInt8(turn % 5))).inserted) }
    }
    #expect(given.allSatisfy { $0 < 1 << 38 })
    #expect(numbers.isSound)
  }

  @Test func `who was kept by a program that counted all of them together counts on behind them`() throws {
    let kept = Data(#"{"others":4097,"act":0,"inAct":0}"#.utf8)
    var numbers = try JSONDecoder().decode(RequestNumbers.self, from: kept)
    #expect(numbers.next(of: 0) == 4_098)
    #expect(try JSONDecoder().decode(RequestNumbers.self, from: try JSONEncoder().encode(numbers)) == numbers)
  }
}
