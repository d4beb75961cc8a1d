import Testing

@testable import TodoPresentation

@Suite struct OvertakenTextsTests {
  @Test(arguments: [
    ("milk", "oat milk", "milk, cold", true), ("milk", "oat milk", "oat milk, cold", false),
    ("milk", "oat milk", "bread", true), ("milk", "oat milk", "oat", false), ("milk", "milk 2l", "milk cold", true),
    ("", "one litre", "one litr", false), ("oat milk", "milk", "oat milk, cold", true),
    ("oat milk", "milk", "bread", true), ("oat milk", "milk", "milk", false), ("", "one litre", "two", true),
    ("", "one litre", "one litre, cold", false), ("one litre", "", "two litres", false),
    ("one litre", "", "one litre, cold", true), ("milk", "oat milk", "", true),
    ("aaa", "aaaa", "aaaaa", false), ("2026-11-30", "2026-12-01", "2026-11-29", true),
  ])
  func `what is typed is seen to have been typed into what stood there`(
    _ before: String, _ theirs: String, _ text: String, _ isOvertaken: Bool
  ) {
    var texts = OvertakenTexts()
    var detail = TodoDetail()
    detail.title = before
    texts.overtake([.title], of: detail)
    #expect(texts.type(text, into: .title, insteadOf: theirs) == isOvertaken)
    // Who has typed once has seen what there is, or has been told.
    let again = texts.type(text + "x", into: .title, insteadOf: theirs)
    #expect(!again)
  }

  @Test func `what others put there one after the other is compared with what stood there at first`() {
    var texts = OvertakenTexts()
    texts.overtake([.title, .notes], of: TodoDetail(title: "milk"))
    texts.overtake([.title], of: TodoDetail(title: "oat milk"))
    let isOvertaken = texts.type("milk, cold", into: .title, insteadOf: "oat drink")
    #expect(isOvertaken)
    let other = texts.type("", into: .due, insteadOf: "")
    #expect(!other)
  }
}
