import Testing

@testable import TodoPresentation

@Suite struct RefusedTitlesTests {
  @Test func `what is put back isn't offered`() {
    var refused = RefusedTitles()
    refused.refuse("milk", because: .tooLong(3), isPutBack: true)
    #expect(refused.offered.map(\.title) == [])
  }

  @Test func `what the field has no room for is offered, the oldest first`() {
    var refused = RefusedTitles()
    refused.refuse("milk", because: .tooLong(3), isPutBack: false)
    refused.refuse("bread", because: nil, isPutBack: false)
    refused.refuse(" \n", because: .required, isPutBack: false)
    #expect(refused.offered.map(\.title) == ["milk", "bread"])
    #expect(refused.offered.first?.reason == .tooLong(3))
    refused.discard()
    #expect(refused.offered.map(\.title) == ["bread"])
  }

  @Test func `an edit of what was put back is no loss`() {
    var refused = RefusedTitles()
    refused.refuse("buy milk and bread", because: .tooLong(3), isPutBack: true)
    refused.type("buy bread")
    refused.type("")
    #expect(refused.offered.map(\.title) == [])
  }

  @Test(arguments: ["call mum", ""]) func `what was put back and typed over is offered`(text: String) {
    var refused = RefusedTitles()
    refused.refuse("buy milk and bread", because: .tooLong(3), isPutBack: true)
    refused.type(text)
    #expect(refused.offered.map(\.title) == ["buy milk and bread"])
  }

  @Test func `what is submitted over what was put back leaves it offered, the same again doesn't`() {
    var refused = RefusedTitles()
    refused.refuse("milk", because: nil, isPutBack: true)
    refused.submit("bread")
    #expect(refused.offered.map(\.title) == ["milk"])
    refused.refuse("bread", because: nil, isPutBack: true)
    refused.submit("bread")
    #expect(refused.offered.map(\.title) == ["milk"])
  }

  @Test func `what is put back changes places with what is typed`() {
    var refused = RefusedTitles()
    refused.refuse("milk", because: .tooLong(3), isPutBack: false)
    let back = refused.putBack(insteadOf: "call mum")
    #expect(back?.title == "milk")
    #expect(refused.offered.map(\.title) == ["call mum"])
    #expect(refused.putBack(insteadOf: "")?.title == "call mum")
    #expect(refused.putBack(insteadOf: "") == nil)
  }

  @Test func `a long title is known by its beginning`() {
    let long = RefusedTitles.Refusal(title: String(repeating: "x", count: 205), reason: nil)
    #expect(long.excerpt == String(repeating: "x", count: 39) + "…")
    #expect(RefusedTitles.Refusal(title: "milk", reason: nil).excerpt == "milk")
  }

  /// One is refused after the other: whoever goes on for hours would fill the memory.
  @Test func `only the latest are offered`() {
    var refused = RefusedTitles()
    for number in 0..<30 { refused.refuse("title \(number)", because: nil, isPutBack: false) }
    #expect(refused.offered.map(\.title) == (10..<30).map { "title \($0)" })
    for number in 0..<3 {
      refused.refuse(String(repeating: "\(number)", count: 600_000), because: nil, isPutBack: false)
    }
    #expect(refused.offered.map { $0.title.prefix(1) } == ["2"])
  }

  /// A page takes what it gets back while something waits for what was typed.
  @Test func `what is said to be typed again isn't offered as well`() {
    var refused = RefusedTitles()
    refused.refuse("milk", because: nil, isPutBack: true)
    refused.submit("bread")
    #expect(refused.offered.map(\.title) == ["milk"])
    refused.type("milk")
    #expect(refused.offered == [])
  }
}
