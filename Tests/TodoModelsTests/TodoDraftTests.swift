import Testing
import TodoModels

@Suite struct TodoDraftTests {
  @Test func `white space around the texts is trimmed and the rest is kept`() throws {
    let draft = try TodoDraft(title: "\u{a0}\r\n Buy  milk\t\u{3000}", notes: "\n two\n lines \n").validated()
    #expect(draft == TodoDraft(title: "Buy  milk", notes: "two\n lines"))
  }

  @Test(arguments: ["", " \n\t", "\0", "\u{200b}", "\u{feff}\u{200e}", "\u{1}"])
  func `a title of nothing visible is required`(title: String) {
    #expect(throws: TodoFailure.invalid([.title: .required])) { try TodoDraft(title: title).validated() }
  }

  @Test(arguments: ["a", "é", "👨‍👩‍👧‍👦", "🏳️‍🌈", "שׁ"])
  func `a title has at most 200 characters`(character: String) throws {
    let longest = String(repeating: character, count: 200)
    #expect(try TodoDraft(title: " \(longest) ").validated().title == longest)
    #expect(throws: TodoFailure.invalid([.title: .tooLong(limit: 200)])) {
      try TodoDraft(title: longest + character).validated()
    }
  }

  @Test func `a character with 200 combining marks is kept scalar by scalar`() throws {
    let title = "Z" + String(repeating: "\u{301}", count: 200)
    #expect(title.count == 1)
    #expect(Array(try TodoDraft(title: title).validated().title.unicodeScalars) == Array(title.unicodeScalars))
  }

  @Test func `few characters may not hide many bytes`() throws {
    let marked = "a" + String(repeating: "\u{301}", count: 200)
    #expect(throws: TodoFailure.invalid([.title: .tooLarge(byteLimit: 8_192)])) {
      try TodoDraft(title: String(repeating: marked, count: 200)).validated()
    }
    let largest = String(repeating: "a", count: 190) + "é" + String(repeating: "\u{301}", count: 4_000)
    #expect(largest.utf8.count == 8_192)
    #expect(try TodoDraft(title: largest).validated().title.utf8.count == 8_192)
    #expect(throws: TodoFailure.invalid([.title: .tooLarge(byteLimit: 8_192)])) {
      try TodoDraft(title: "b" + largest).validated()
    }
  }

  @Test func `notes have at most 10000 characters and 256 KiB`() throws {
    let longest = String(repeating: "é", count: 10_000)
    #expect(try TodoDraft(title: "t", notes: longest).validated().notes == longest)
    #expect(throws: TodoFailure.invalid([.notes: .tooLong(limit: 10_000)])) {
      try TodoDraft(title: "t", notes: longest + "e").validated()
    }
    let heavy = String(repeating: "a" + String(repeating: "\u{301}", count: 20), count: 9_999)
    #expect(throws: TodoFailure.invalid([.notes: .tooLarge(byteLimit: 262_144)])) {
      try TodoDraft(title: "t", notes: heavy).validated()
    }
  }

  @Test func `NUL characters are removed`() throws {
    let draft = try TodoDraft(title: "\0a\0b", notes: "c\0").validated()
    #expect(draft == TodoDraft(title: "ab", notes: "c"))
  }

  @Test func `a form reports all its wrong fields at once`() {
    #expect(throws: TodoFailure.invalid([.title: .required, .notes: .tooLong(limit: 10_000), .due: .tooEarly])) {
      try TodoDraft(title: " ", notes: String(repeating: "n", count: 10_001), dueText: "1969-12-31")
    }
    #expect(throws: TodoFailure.invalid([.due: .unreadable])) {
      try TodoDraft(title: "t", notes: "", dueText: "tomorrow")
    }
  }

  @Test func `a form without a due day has none`() throws {
    #expect(try TodoDraft(title: " t ", notes: "", dueText: " \n") == TodoDraft(title: "t"))
    #expect(try TodoDraft(title: "t", notes: "", dueText: " 1970-01-01 ").due?.description == "1970-01-01")
  }
}
