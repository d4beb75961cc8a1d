internal import Testing

@testable internal import MacroExpansion

@Suite("What @Event and @Answered complain of")
struct ComplaintTests {
  /// A declaration, what is said of it, and what its fix-its make of it, if there are any.
  struct Mistake: CustomTestStringConvertible, Sendable {
    let source: String
    let said: [Said]
    let mended: String?

    init(_ source: String, _ at: String, _ complaint: Complaint, mended: String? = nil) {
      self.source = source
      said = [Said(at: at, complaint)]
      self.mended = mended
    }

    var testDescription: String { source }
  }

  static let declarations = [
    Mistake("@Event struct A {}", "@Event", .notAnEnum),
    Mistake("@Event enum A<T> { case a(T) }", "<T>", .genericEnum("A")),
    Mistake("struct S { @Event private enum A { case a } }", "A", .hiddenType("A", attribute: "@Event")),
    Mistake(
      "struct S { private enum P { @Event enum A { case a } } }", "A",
      .hiddenType("P", attribute: "@Event")),
    Mistake(
      "extension S { private struct P { struct Q { @Event enum A { case a } } } }", "A",
      .hiddenType("P", attribute: "@Event")),
    Mistake("struct S<T> { @Event enum A { case a } }", "A", .insideGeneric("A", outer: "S")),
    Mistake("@Event enum A { case a; func encode(to encoder: any Encoder) throws {} }", "A", .halfCoding("A")),
    Mistake("@Event enum A { case a; init(from decoder: any Decoder) throws {} }", "A", .halfCoding("A")),
    Mistake("@Event(name: label) enum A { case a }", "label", .nameNotLiteral),
    Mistake(#"@Event(name: "a\(b)") enum A { case a }"#, #""a\(b)""#, .nameNotLiteral),
    Mistake(#"@Event(name: "") enum A { case a }"#, #""""#, .nameNotLiteral),
  ]

  static let cases = [
    Mistake("@Event enum A { case a(Int, Int), b }", "(Int, Int)", .severalValues("a", count: 2)),
    Mistake("@Event enum A { case a((Int, Int, Int)), b }", "((Int, Int, Int))", .severalValues("a", count: 3)),
    Mistake(
      "@Event enum A { case a(x: Int) }", "x: Int", .labelledValue("a", label: "x"),
      mended: "@Event enum A { case a(Int) }"),
    Mistake("@Event enum A { case a(Void) }", "(Void)", .emptyValue("a"), mended: "@Event enum A { case a }"),
    Mistake("@Event enum A { case a(()) }", "(())", .emptyValue("a"), mended: "@Event enum A { case a }"),
    Mistake("@Event enum A { case a, `v1.0 ready` }", "`v1.0 ready`", .dottedName("v1.0 ready")),
    Mistake("@Event indirect enum A { case a(A) }", "A", .nestsItself("a", event: "A")),
    Mistake("@Event indirect enum A { case a((A)) }", "(A)", .nestsItself("a", event: "A")),
    Mistake("struct S { @Event indirect enum A { case a(S.A) } }", "S.A", .nestsItself("a", event: "A")),
    Mistake("struct R { struct S { @Event indirect enum A { case a(S.A) } } }", "S.A", .nestsItself("a", event: "A")),
    Mistake("extension R.S { @Event indirect enum A { case a(R.S.A) } }", "R.S.A", .nestsItself("a", event: "A")),
    Mistake("@Event enum A { case a((Result<Int, any Error>)) }", "any Error", .untypedFailure("a")),
    Mistake(
      "@Event enum A { case a([Self]) }", "Self", .ambiguousType("Self", case: "a", event: "A"),
      mended: "@Event enum A { case a([A]) }"),
    Mistake("@Event enum A { case URL(URL) }", "URL", .ambiguousType("URL", case: "URL", event: "A")),
    Mistake("@Event enum A { case a([B]), B }", "B", .ambiguousType("B", case: "a", event: "A")),
    Mistake("@Event enum A { case a(Payload) }", "Payload", .ambiguousType("Payload", case: "a", event: "A")),
    Mistake("@Event enum A { case a([Keys]) }", "Keys", .ambiguousType("Keys", case: "a", event: "A")),
    Mistake(
      "@Event enum A { @Answered(by: \\.b) case a(Answer); case b(R) }", "Answer",
      .ambiguousType("Answer", case: "a", event: "A")),
    Mistake("@Event enum A { case a(Result<Int, any Error>) }", "any Error", .untypedFailure("a")),
  ]

  static let answers = [
    Mistake(
      "@Event enum A { @Answered(by: \\.rowz) case a; case rows(R), b }", "rowz",
      .unknownAnswer("rowz", event: "A", cases: ["rows", "b"]),
      mended: "@Event enum A { @Answered(by: \\.rows) case a; case rows(R), b }"),
    Mistake("@Event enum A { @Answered(by: \\.b) case a }", "b", .unknownAnswer("b", event: "A", cases: [])),
    Mistake("@Event enum A { @Answered(by: \\.a) case a(R) }", "\\.a", .answersItself("a")),
    Mistake("@Event enum A { @Answered(by: \\.b.c) case a; case b(R) }", "\\.b.c", .answerNotAName),
    Mistake(
      "@Event enum A { @Answered(by: \\A.b) case a; case b(R) }", "\\A.b", .answerNotAName,
      mended: "@Event enum A { @Answered(by: \\.b) case a; case b(R) }"),
    Mistake(
      "@Event enum A { @Answered(by: \\.b) case a; case b([Int]) }", "\\.b",
      .answerNotAResult("b", request: "a", payload: "[Int]")),
    Mistake(
      "@Event enum A { @Answered(by: \\.b) case a; case b(Date) }", "\\.b",
      .answerNotAResult("b", request: "a", payload: "Date")),
    Mistake(
      "@Event enum A { @Answered(by: \\.b) case a; case b }", "\\.b",
      .answerNotAResult("b", request: "a", payload: nil)),
    Mistake(
      "@Event enum A { @Answered(by: \\.b) @Answered(by: \\.c) case a; case b(R), c(R) }", "@Answered(by: \\.c)",
      .repeatedAnswered("a")),
    Mistake(
      "@Event enum A { case a; @Answered(by: \\.a) var b: Int { 1 } }", "@Answered(by: \\.a)", .misplacedAnswered),
    Mistake("enum A { @Answered(by: \\.b) case a; case b(R) }", "@Answered(by: \\.b)", .misplacedAnswered),
  ]

  @Test("each mistake is complained of once, where it is", arguments: declarations + cases + answers)
  func once(_ mistake: Mistake) {
    let expansion = Expansion(of: mistake.source)
    #expect(expansion.said == mistake.said)
    #expect(expansion.mended == mistake.mended ?? mistake.source)
  }

  @Test(
    "a name that every event has is refused",
    arguments: ["tag", "name", "eventType", "reach", "caseCount", "Keys", "CodingKeys", "Swift", "EventStream", "A"])
  func reserved(name: String) {
    #expect(Expansion(of: "@Event enum A { case \(name)(Int), b }").said == [Said(at: name, .reservedName(name))])
  }

  @Test("where a case hides what would be written, nothing is", arguments: ["Keys", "Swift", "EventStream", "A"])
  func hidden(name: String) {
    let text = Expansion(of: "@Event enum A { case \(name)(Int), b }").text
    #expect(!text.contains("eventType") && !text.contains("extension"))
  }

  @Test("cases inside #if are refused")
  func conditional() {
    let source = "@Event enum A {\n#if DEBUG\ncase a\n#endif\ncase b\n}"
    #expect(Expansion(of: source).said == [Said(at: "#if DEBUG\ncase a\n#endif", .conditionalCases)])
  }

  @Test("what is no event at all gets nothing written for it", arguments: declarations.prefix(3))
  func nothing(_ mistake: Mistake) {
    let text = Expansion(of: mistake.source).text
    #expect(!text.contains("eventType") && !text.contains("extension"))
  }

  @Test("a mistaken case is left out of the keys, and the others stay")
  func others() {
    let text = Expansion(of: "@Event enum A { case a(Int, Int), b }").text
    #expect(text.contains("enum b: EventStream.CaseKey") && !text.contains("enum a: EventStream.CaseKey"))
    #expect(text.contains("default:\n      EventStream.wrongCase()"))
  }

  @Test("a type in a function, and a name that comes twice, are left to the compiler")
  func compiler() {
    #expect(Expansion(of: "func f() { @Event enum A { case a } }").said.isEmpty)
    #expect(Expansion(of: "@Event enum A { case a, a }").said.isEmpty)
  }
}
