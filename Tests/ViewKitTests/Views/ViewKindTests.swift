import Testing

@testable import ViewKit

@Suite struct ViewKindTests {
  /// Recordings and snapshots have these words, and programs of before knew them as they are printed.
  @Test func `a kind is called what it is called in the program`() {
    #expect(ViewKind.allCases.map(\.word) == ViewKind.allCases.map { "\($0)" })
    #expect(ViewKind.stack.word == "stack")
    #expect(Set(ViewKind.allCases.map(\.word)).count == ViewKind.allCases.count)
  }
}
