import Testing

@testable import DevTools

@Suite struct `A count` {
  @Test(arguments: [(0, "0"), (7, "7"), (999, "999"), (1_000, "1,000"), (20_315, "20,315"), (1_000_000, "1,000,000")])
  func `has its thousands set apart`(_ number: Int, _ text: String) { #expect(number.grouped == text) }
}
