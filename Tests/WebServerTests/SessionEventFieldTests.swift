import EventLog
import EventStream
import Foundation
import Testing
import ViewKit

/// The session's own events are written by hand, and must be what `Codable` writes: it reads them when anything has changed.
@Suite struct SessionEventFieldTests {
  static let events: [SessionEvent] = [
    .opened(
      SessionOpening(path: "/", visitor: Visitor(id: "v", languages: ["en", "zh"]), program: "p", actsBefore: 3)),
    .visited(SessionVisit(number: 2, path: "/a", isBack: true)),
    .acted(
      SessionAct(number: 3, Intent(.row(table: 1, key: 2, part: 3), .change, .text("x")), mark: 7, row: 8, next: 9)),
    .acted(SessionAct(number: 4, Intent(.view(5), .tap))), .returned("program"), .timerFired(9),
    .shown(ShownScreen(digest: .max, text: "screen")), .shown(ShownScreen(digest: 0)), .ended, .returning,
    .returningAlone,
  ]

  @Test(arguments: events) func `is written by its fields as Codable writes it`(event: SessionEvent) throws {
    #expect(SessionEvent.writesFields)
    let coded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(event)) as? [String: NSDictionary]
    let written =
      try JSONSerialization.jsonObject(with: JSONEncoder().encode(LogPayload(event).value())) as? NSDictionary
    #expect(written != nil && coded?.values.first == written)
    #expect(coded?.keys.first.map { "SessionEvent." + $0 } == event.name)
  }
}
