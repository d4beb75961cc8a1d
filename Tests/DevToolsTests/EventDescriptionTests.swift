import EventLog
import EventStream
import Testing

@testable import DevTools

@Suite struct EventDescriptionTests {
  @Test(arguments: [
    ("{}", "{}"), ("[]", "[]"), ("{\"a\":{}}", "{\n  \"a\": {}\n}"),
    ("{\"a\":[1,\"x,{}\"],\"b\":\"\\\"}\"}", "{\n  \"a\": [\n    1,\n    \"x,{}\"\n  ],\n  \"b\": \"\\\"}\"\n}"),
    ("can’t be read: a, b", "can’t be read: a, b"), ("", ""),
  ])
  func `JSON is spread over lines, and nothing else breaks it`(json: String, text: String) {
    #expect(EventDescription.spread(json) == text)
  }

  @Test func `a line is short in bytes too, whatever characters it has`() async throws {
    func line(_ text: String) async throws -> String {
      let log = ArrayLog()
      log.add("A.b", on: .app)
      let records = try await log.records(of: nil, after: 0, limit: 1)
      return EventDescription { _ in text }.summary(try #require(records.first))
    }
    let whole = String(repeating: "x", count: 240)
    #expect(try await line(whole) == whole)
    #expect(try await line(whole + "y") == whole + "…")
    #expect(try await line("a" + String(repeating: "\u{301}", count: 10_000)).utf8.count < 1_000)
  }

  @Test func `a log's value is JSON, without what is private and without names that say nothing`() {
    let value = LogValue.object([
      LogField("_0", .object([LogField("text", .string("a\"\\\n\u{1}")), LogField("secret", .withheld)]))
    ])
    #expect(value.readable == "{\"text\":\"a\\\"\\\\\\n\\u0001\",\"secret\":\"•••\"}")
    #expect(
      LogValue.array([.null, .bool(true), .integer(-3), .double(.nan), .double(0.5)]).readable
        == "[null,true,-3,\"nan\",0.5]")
  }
}
