@testable import EventLog
import EventMacros
import EventStream
import Testing

/// Can't be encoded: fails when half of it has been.
private struct Broken: Codable, Equatable, Sendable {
  struct Reason: Error {}
  enum Keys: String, CodingKey { case first, list, inner, last }

  init() {}
  init(from decoder: any Decoder) throws { throw Reason() }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode("half", forKey: .first)
    var list = container.nestedUnkeyedContainer(forKey: .list)
    try list.encode(1)
    var inner = container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
    try inner.encode(2, forKey: .first)
    try container.encode(Deeper(), forKey: .last)
  }

  /// Fails within a field of it.
  private struct Deeper: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(["a": 1])
      throw Reason()
    }
  }
}

/// Leaves out what can't be encoded, wherever it stands.
private struct Lenient: Codable, Equatable, Sendable {
  enum Keys: String, CodingKey { case id, extra, list, inner, either, title }
  var id = 7
  var list = ["a", "b", "c"]
  var inner = ["x": 1]
  var either = "instead"
  var title = "t"
  var hasExtra = false

  init() {}

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(id, forKey: .id)
    try? container.encode(Broken(), forKey: .extra)
    var list = container.nestedUnkeyedContainer(forKey: .list)
    for item in self.list {
      try? list.encode(Broken())
      try list.encode(item)
      try? list.encode([Broken()])
    }
    #expect(list.count == 3 && list.codingPath.map(\.stringValue).last == "list")
    var inner = container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
    try? inner.encode(["x": Broken()], forKey: .extra)
    try inner.encode(self.inner, forKey: .inner)
    try container.encode(Either(text: either), forKey: .either)
    try container.encode(title, forKey: .title)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    id = try container.decode(Int.self, forKey: .id)
    hasExtra = container.contains(.extra)
    list = try container.decode([String].self, forKey: .list)
    let inner = try container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
    self.inner = try inner.decode([String: Int].self, forKey: .inner)
    either = try container.decode(String.self, forKey: .either)
    title = try container.decode(String.self, forKey: .title)
  }

  /// Is one value, or another if the first can't be encoded.
  private struct Either: Encodable {
    let text: String
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      do { try container.encode(Broken()) } catch { try container.encode(text) }
    }
  }
}

/// A class whose superclass can't be encoded, which it bears.
private final class Derived: Base {
  enum Keys: String, CodingKey { case title }
  let title: String
  init(_ title: String) {
    self.title = title
    super.init()
  }
  required init(from decoder: any Decoder) throws {
    title = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .title)
    super.init()
  }
  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try? super.encode(to: container.superEncoder())
    try container.encode(title, forKey: .title)
  }
}

private class Base: Codable {
  enum BaseKeys: String, CodingKey { case id, broken }
  init() {}
  required init(from decoder: any Decoder) throws {}
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: BaseKeys.self)
    try container.encode(1, forKey: .id)
    try container.encode(Broken(), forKey: .broken)
  }
}

@Event
private enum LenientEvent {
  case one(Lenient)
  case many([Lenient])
  case tick(Int)
}

/// Says its own form: the first case that can be encoded.
private enum OwnForm: Codable {
  case broken(Broken)
  enum Keys: String, CodingKey { case broken, text }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try? container.encode(Broken(), forKey: .broken)
    try container.encode("t", forKey: .text)
  }
  init(from decoder: any Decoder) throws { self = .broken(Broken()) }
}

@Suite struct `What a value catches while it encodes itself` {
  @Test func `is left out of its record, and the rest is read as it was`() async throws {
    let log = try MemoryLog()
    let stream = session("a", in: AppStream(), log: log)
    let events: [LenientEvent] = [.one(Lenient()), .many([Lenient(), Lenient()]), .tick(1)]
    for event in events { stream.send(event) }
    let records = try await log.records(of: .session("a"), after: 0, limit: 9)
    #expect(try records.map { try $0.event() as? LenientEvent } == events)
    #expect(
      try records[0].payload.value().json
        == #"{"id":7,"list":["a","b","c"],"inner":{"inner":{"x":1}},"either":"instead","title":"t"}"#)
  }

  @Test func `is left out by who writes it into a container of its superclass`() throws {
    let encoder = ValueEncoder(NameDictionary())
    try encoder.write(Derived("t"), at: nil)
    let bytes = encoder.finish()
    let payload = LogPayload(
      bytes: bytes, range: 0..<bytes.count, names: encoder.dictionary.table.names(), isWhole: false)
    #expect(try payload.value().json == #"{"super":{"id":1},"title":"t"}"#)
  }

  @Test func `is no case of an event that has a form of its own`() throws {
    let encoder = ValueEncoder(NameDictionary(), expecting: ["text"])
    try OwnForm.broken(Broken()).encode(to: encoder)
    let bytes = encoder.finish()
    #expect(!encoder.isOddlyCoded)
    let payload = LogPayload(
      bytes: bytes, range: 0..<bytes.count, names: encoder.dictionary.table.names(), isWhole: false)
    #expect(try payload.value() == .string("t"))
  }
}
