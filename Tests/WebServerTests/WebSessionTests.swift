import EventStream
import Foundation
import Testing
import ViewKit
import WebRenderer

@testable import WebServer

@Suite struct WebSessionTests {
  /// A button that changes the screen.
  final class Screen: Controller {
    override func loadView() -> View {
      let button = Button("0")
      button.onTap = { [unowned button] in button.text += "0" }
      return button
    }
  }

  struct App: LiveApp {
    let name = "Test"
    func session(for visitor: Visitor) -> Session { Session(screens: Routes { "/" ~> { Screen() } }) }
  }

  @Test func `a patch doesn't confirm an intent that may still be refused`() async throws {
    let store = SessionStore(App(), stream: AppStream(), configuration: ServerConfiguration())
    let session = try await store.open("/", visitor: "v", reading: ["en"], from: "a")
    _ = await session.picture()
    let connection = session.outbox.connect(having: session.outbox.sequence)
    let button = try #require(await session.live.withScreen { $0.root.children[0].children[0].id })
    let tap = Intent(.view(button), .tap)

    #expect(session.take(1))
    // Something else changes the screen while intent 1 is on its way into the session.
    try await session.live.receive(tap)
    #expect(lastMessage(session, connection).hasSuffix(",0]"))

    try await session.live.receive(tap) { session.finish(1) }
    #expect(lastMessage(session, connection).hasSuffix(",1]"))
  }

  @Test(arguments: [.min, -1, 0, 7, .max - 1, .max])
  func `numbers of any recording can be counted on from`(number: Int) async throws {
    let store = SessionStore(App(), stream: AppStream(), configuration: ServerConfiguration())
    let opened = try await store.open("/", visitor: "v", reading: ["en"], from: "a")
    let files = UploadHome(in: FileManager.default.temporaryDirectory, bytes: 10)
    let session = WebSession(
      visitor: "v", live: opened.live, configuration: ServerConfiguration(), deadline: .now, files: files,
      actsBefore: number)
    #expect(session.recordedNumber(1) > 0)
    let acted = SessionEvent.acted(SessionAct(number: number, Intent(.view(1), .tap)))
    let envelope = Envelope(
      recorded: SessionEvent.eventType, tag: acted.tag, sequence: 1, id: EventID(rawValue: 1),
      time: Timestamp(milliseconds: 0), cause: nil, answers: nil, requests: [])
    session.noteIntents(in: [RecordedEvent(acted, envelope)])
    #expect(session.lastTaken >= 0)
    session.noteIntents(upTo: number)
    _ = session.take(1)
    _ = session.recordedNumber(session.lastTaken)
  }

  private func lastMessage(_ session: WebSession, _ connection: Int) -> String {
    guard case .messages(let messages) = session.outbox.next(for: connection) else { return "" }
    return messages.last.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
  }
}
