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
