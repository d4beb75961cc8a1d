internal import EventMacros
internal import EventStream
internal import Foundation
internal import Testing

@Suite("Coding of events")
struct EventCodingTests {
  static let events: [RootEvent] = [
    .app(.started(Query("milk"))), .app(.todo(.show(Query("")))), .app(.todo(.save)),
    .app(.todo(.rows(.success([1, 2])))), .app(.todo(.rows(.failure(.other("disk"))))),
    .app(.todo(.saved(.failure(.gone)))), .app(.todo(.default(nil))), .app(.todo(.default(3))), .app(.todo(.quit)),
    .app(.store(.filled(["a": 1]))), .app(.stopped), .end,
  ]

  @Test("every event comes back as it was from JSON", arguments: events)
  func json(_ event: RootEvent) throws {
    #expect(try JSONDecoder().decode(RootEvent.self, from: JSONEncoder().encode(event)) == event)
  }

  @Test("every event comes back as it was from a property list", arguments: events)
  func propertyList(_ event: RootEvent) throws {
    #expect(try PropertyListDecoder().decode(RootEvent.self, from: PropertyListEncoder().encode(event)) == event)
  }

  @Test("an event is an object with one key, the name of its case")
  func shape() throws {
    #expect(try text(AppEvent.todo(.rows(.success([1])))) == #"{"todo":{"rows":{"success":[1]}}}"#)
    #expect(try text(TodoEvent.saved(.failure(.gone))) == #"{"saved":{"failure":{"gone":{}}}}"#)
    #expect(try text(TodoEvent.quit) == #"{"quit":{}}"#)
    #expect(try text(TodoEvent.default(3)) == #"{"default":3}"#)
  }

  @Test(
    "an object without a known case, or with two, is refused",
    arguments: ["{}", #"{"gone":{}}"#, #"{"quit":{},"save":{}}"#])
  func refused(json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(TodoEvent.self, from: Data(json.utf8)) }
  }

  @Test("an event without cases is never decoded")
  func nothing() {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(NoEvent.self, from: Data("{}".utf8)) }
  }

  @Test("coding that the enum has itself stays")
  func own() throws { #expect(try text([OwnCodingEvent.number(1)]) == "[1]") }

  @Test(
    "an event written by hand is coded alike",
    arguments: [ManualEvent.ask(Query("a")), .told(.failure(.gone)), .told(.success(1)), .done])
  func manual(_ event: ManualEvent) throws {
    let around = AroundManualEvent.manual(event)
    #expect(try JSONDecoder().decode(AroundManualEvent.self, from: JSONEncoder().encode(around)) == around)
  }

  private func text(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }
}
