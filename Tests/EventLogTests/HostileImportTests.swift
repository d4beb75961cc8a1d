import EventLog
import EventStream
import Foundation
import Testing

@Suite struct `A hostile property list` {
  private static let deep = String(repeating: "<array>", count: 200_000)
  private static let ends = String(repeating: "</array>", count: 200_000)

  private func refusal(_ text: String) -> String? {
    #expect(throws: EventLogError.self) { try SessionExport(propertyList: Data(text.utf8)) }?.description
  }

  @Test(arguments: [
    "<!--" + ends + "-->", "<string><![CDATA[" + ends + "]]></string>", "<?x " + ends + "?>",
    "<string a=\"</array\">x</string>", ends,
    "<!DOCTYPE plist [<!ENTITY a \"" + ends + "\">]>",
  ])
  func `is refused wherever it hides that it is nested too deeply`(hiding: String) {
    let list = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>" + hiding + "<plist version=\"1.0\">" + Self.deep
    #expect(refusal(list)?.hasPrefix("the exported session can't be read: ") == true)
  }

  @Test(arguments: [
    ("<?xml version=\"1.0\" encoding=\"UTF-7\"?>", "it isn't in UTF-8"),
    ("<?xml version=\"1.0\"?><?xml encoding=\"UTF-16\"?>", "processing instructions aren't read"),
    ("<?xml version=\"1.0\"?></dict><dict>", "an end stands before its beginning"),
    ("<?xml version=\"1.0\"?><dict", "a tag has no end"),
    ("<?xml version=\"1.0\"?><!-- a --><plist/>", "comments, CDATA and entities aren't read"),
    ("<?xml version=\"1.0\"?><!ELEMENT a><plist/>", "a declaration of another kind"),
  ])
  func `is refused with what is wrong`(text: String, reason: String) {
    #expect(refusal(text)?.contains(reason) == true)
  }
}

@Suite struct `A hostile name` {
  static let names = ["", "a\u{1B}[2J", "a\nb", "\u{202E}a", "a\u{2028}", "a\u{7F}", "\u{E0041}", "\u{0}"]

  private func lines(session: String = "a", event: String = "E.x", user: String = "ann", request: String = "E.y")
    -> String
  {
    func text(_ name: String) -> String { LogValue.string(name).json }
    return """
      {"ghostlight":"session","format":1,"session":\(text(session)),"user":\(text(user))}
      {"position":1,"event":\(text(event)),"id":"1.1","sequence":1,"session":\(text(session)),\
      "time":"2026-01-01T00:00:00.0Z","for":[{"id":"1.1","event":\(text(request))}],"payload":3}
      """
  }

  @Test(arguments: names)
  func `isn't imported, be it a session's, an event's, a request's or a user's`(name: String) throws {
    for text in [lines(session: name), lines(event: name), lines(request: name)] {
      let error = #expect(throws: EventLogError.self) { try SessionExport(jsonLines: text) }
      #expect(error?.description.contains("should be a name") == true)
    }
    if name.isEmpty {
      #expect(try SessionExport(jsonLines: lines(user: name)).session.user == "")
    } else {
      #expect(throws: EventLogError.self) { try SessionExport(jsonLines: lines(user: name)) }
    }
  }

  /// Each stays in the log for ever.
  @Test func `isn't one of more than any app has`() throws {
    func export(_ count: Int) -> String {
      let events = (1...count).map { number in
        """
        {"position":\(number),"event":"E.e\(number)","id":"1.\(number)","sequence":\(number),"session":"a",\
        "time":"2026-01-01T00:00:00.0Z","payload":3}
        """
      }
      return ([#"{"ghostlight":"session","format":1,"session":"a"}"#] + events).joined(separator: "\n")
    }
    #expect(try SessionExport(jsonLines: export(10_000)).records.count == 10_000)
    let error = #expect(throws: EventLogError.self) { try SessionExport(jsonLines: export(10_001)) }
    #expect(error?.description.contains("its events have 10001 different names") == true)
  }

  /// One of 64 KB kept the log's blocks from telling the names of the app's own once more.
  @Test func `isn't longer than any that an app has`() throws {
    let longest = String(repeating: "é", count: 512)
    let export = try SessionExport(jsonLines: lines(event: longest, request: longest))
    #expect(export.records.first?.name == longest)
    for text in [lines(event: longest + "x"), lines(request: longest + "x")] {
      let error = #expect(throws: EventLogError.self) { try SessionExport(jsonLines: text) }
      #expect(error?.description.contains("a name of its events has 1025 bytes") == true)
    }
  }

  @Test(arguments: ["Straße", "👩‍👩‍👧", "می‌خواهم", "a\"b\\c", "page 1"])
  func `isn't one that is only unusual`(name: String) throws {
    let export = try SessionExport(jsonLines: lines(session: name, event: name, user: name, request: name))
    #expect(export.session.id == name && export.session.user == name && export.records.first?.name == name)
    #expect(LogValue.string(name).json.contains(name) != name.contains("\\"))
  }

  @Test(arguments: names)
  func `is escaped in JSON, and comes back`(name: String) throws {
    let value = LogValue.object([LogField(name, .string(name))])
    #expect(value.json.unicodeScalars.allSatisfy { $0.properties.generalCategory != .format && $0.value >= 0x20 })
    #expect(!value.json.contains("\u{2028}") && !value.json.contains("\u{7F}"))
    #expect(try LogValue(json: value.json) == value)
  }
}

@Suite struct `A name that means something to property lists` {
  @Test(arguments: ["CF$UID", "$CF$UID", "$$CF$UID", "$data", "CF$UIDs"])
  func `comes back as it was`(name: String) throws {
    let text = """
      {"ghostlight":"session","format":1,"session":"a"}
      {"position":1,"event":"E.x","id":"1.1","sequence":1,"session":"a","time":"2026-01-01T00:00:00.0Z","payload":0}
      """
    let base = try #require(try SessionExport(jsonLines: text).records.first?.value())
    guard case .object(let fields) = base else { return #expect(Bool(false), "\(base)") }
    for content in [
      [LogField(name, .integer(3))],
      [LogField(name, .integer(3)), LogField("b", .array([.object([LogField(name, .null)])]))],
    ] {
      let payload = LogField("payload", .object(content))
      let record = try LogRecord(.object(fields.filter { $0.name != "payload" } + [payload]))
      let session = try SessionExport(jsonLines: text).session
      let export = SessionExport(session: session, records: [record])
      for back in [
        try SessionExport(propertyList: export.propertyList()), try SessionExport(jsonLines: export.jsonLines()),
      ] {
        guard case .object(let found)? = try back.records.first?.payload.value() else {
          return #expect(Bool(false), "\(back.records)")
        }
        // A property list has no order of fields.
        #expect(Set(found) == Set(content))
      }
    }
  }
}
