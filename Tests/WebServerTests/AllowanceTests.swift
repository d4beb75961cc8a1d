import Testing

@testable import WebServer

@Suite struct AllowanceTests {
  @Test func `so much may be done at once, and then no more`() {
    let allowance = Allowance(rate: 0.001)
    // Four seconds' worth of so little is nothing at all.
    #expect(!allowance.take())
    let generous = Allowance(rate: 5)
    #expect((0..<100).filter { _ in generous.take() }.count == 20)
  }
}
