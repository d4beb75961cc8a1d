import Testing

@testable import ViewKit

@Suite struct GoneRowsTests {
  private var gone = GoneRows<String>()

  @Test mutating func `a row that went is known by the key that it had, the last time that it did`() {
    gone.begin(turn: 1)
    gone.add(1, "one")
    gone.add(2, "two")
    #expect(gone[1] == "one")
    #expect(gone[2] == "two")
    #expect(gone[3] == nil)
  }

  @Test mutating func `it is known for so many turns, however few go meanwhile, and not for ever`() {
    gone.begin(turn: 10)
    gone.add(1, "one")
    for turn in 11...10 + GoneRows<String>.turns {
      gone.begin(turn: turn)
      gone.add(turn, "\(turn)")
    }
    #expect(gone[1] == "one")
    gone.begin(turn: 11 + 2 * GoneRows<String>.turns)
    gone.add(2, "two")
    gone.begin(turn: 12 + 3 * GoneRows<String>.turns)
    #expect(gone[1] == nil)
    #expect(gone[2] == "two")
    gone.begin(turn: 100_000)
    #expect(gone[2] == nil)
  }

  @Test mutating func `of many that go at once the last are known`() {
    gone.begin(turn: 1)
    for key in 1...3 * GoneRows<String>.most { gone.add(key, "\(key)") }
    #expect(gone[3 * GoneRows<String>.most] != nil)
    #expect(gone[2 * GoneRows<String>.most + 1] != nil)
    #expect(gone[1] == nil)
  }
}
