import EventMacros
import EventStream
import Foundation
import Synchronization
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

    try await session.live.receive(tap) { _ in session.finish(1) }
    #expect(lastMessage(session, connection).hasSuffix(",1]"))
  }

  @Event enum WordEvent {
    case said(String)
  }

  /// Keeps what it hears to itself until it is asked.
  final class Listener: Controller {
    private var heard = ""

    override func loadView() -> View {
      let button = Button("0")
      button.onTap = { [unowned self, unowned button] in button.text += heard + "0" }
      return button
    }

    override func viewDidLoad() { on(\WordEvent.said) { $0.heard = $1 } }
  }

  private final class Notes: Sendable {
    private let state = Mutex<[Bool]>([])

    var all: [Bool] { state.withLock { $0 } }
    func add(_ note: Bool) { state.withLock { $0.append(note) } }
  }

  private final class Noting: LiveSession.Observer {
    private let notes: Notes

    init(_ notes: Notes) { self.notes = notes }

    func screenDidChange(_ tree: ViewTree, isRepeatable: Bool) {
      tree.forgetChanges()
      notes.add(isRepeatable)
    }
  }

  @Test func `what has come unseen and won't come again isn't shown before it is durable`() async throws {
    let live = LiveSession(Session(screens: Routes { "/" ~> { Listener() } }), app: AppStream())
    #expect(await live.open("/"))
    let notes = Notes()
    await live.observe {
      $0.forgetChanges()
      return Noting(notes)
    }
    let button = try #require(await live.withScreen { $0.root.children[0].children[0].id })
    await live.send(WordEvent.said("!"))
    for number in 1...2 { try await live.receive(Intent(.view(button), .tap), number: number) }
    #expect(notes.all == [false, true])
  }

  @Test func `a picture tells of the last intent that is in it`() async throws {
    let store = SessionStore(App(), stream: AppStream(), configuration: ServerConfiguration())
    let session = try await store.open("/", visitor: "v", reading: ["en"], from: "a")
    #expect(await session.picture()?.lastIntent == 0)
    let button = try #require(await session.live.withScreen { $0.root.children[0].children[0].id })
    #expect(session.take(1))
    try await session.receive(Intent(.view(button), .tap), number: 1)
    #expect(await session.picture()?.lastIntent == 1)
    let plain = ServerMessage.fresh(3, html: "<p>", title: "T", path: "/", lastIntent: 1)
    #expect(plain.text == "[\"f\",3,\"<p>\",\"T\",\"/\",0,1]")
    let anew = ServerMessage.fresh(3, html: "<p>", title: "T", path: "/", isNumberedAnew: true, lastIntent: 12)
    #expect(anew.text == "[\"f\",3,\"<p>\",\"T\",\"/\",1,12]")
  }

  @Test(arguments: [.min, -1, 0, 7, .max - 1, .max])
  func `numbers of any recording can be counted on from`(number: Int) async throws {
    let store = SessionStore(App(), stream: AppStream(), configuration: ServerConfiguration())
    let opened = try await store.open("/", visitor: "v", reading: ["en"], from: "a")
    let files = UploadHome(in: FileManager.default.temporaryDirectory, bytes: 10)
    let session = WebSession(
      owner: .awaited(proof: ""), live: opened.live, configuration: ServerConfiguration(),
      quota: AddressQuota(ServerConfiguration()), turns: TurnQueue(), files: files,
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

  /// A box that can't be ticked, and two choices that can't be made.
  final class Locked: Controller {
    override func loadView() -> View {
      let box = Checkbox("Locked", isOn: true)
      box.isEnabled = false
      let colors = RadioGroup("Color", [(1, "Red"), (2, "Green")], selected: 1)
      for radio in colors.children { radio.isEnabled = false }
      return Stack.main(box, colors)
    }
  }

  struct LockedApp: LiveApp {
    let name = "Test"
    func session(for visitor: Visitor) -> Session { Session(screens: Routes { "/" ~> { Locked() } }) }
  }

  /// A refusal is lost with its connection: the tick that was shown stayed.
  @Test func `a tick that is refused is taken back by a patch, which outlives its connection`() async throws {
    let store = SessionStore(LockedApp(), stream: AppStream(), configuration: ServerConfiguration())
    let session = try await store.open("/", visitor: "v", reading: ["en"], from: "a")
    _ = await session.picture()
    let page = session.outbox.sequence
    let views = try #require(
      await session.live.withScreen { tree in
        (1...50).compactMap { tree.view($0) }.filter { $0.kind == .checkbox || $0.kind == .radio }.map(\.id)
      })
    var connection = session.outbox.connect(having: page)
    for (number, (view, value)) in zip([views[0], views[2]], [false, true]).enumerated() {
      #expect(session.take(number + 1))
      await #expect(throws: IntentRefusal.notReachable) {
        try await session.receive(Intent(.view(view), .change, .flag(value)), number: number + 1)
      }
    }
    #expect(messages(session, connection).first?.hasPrefix("[\"r\",1,") == true)
    connection = session.outbox.connect(having: page)
    let expected = [
      "[\(page + 1),[[0,\(views[0]),\".checked\",1]],1]",
      "[\(page + 2),[[0,\(views[1]),\"1.checked\",1],[0,\(views[2]),\"1.checked\",0]],2]",
    ]
    let said = messages(session, connection)
    #expect(said.count == 4 && [said[1], said[3]] == expected)
    #expect(said[0].hasPrefix("[\"r\",1,") && said[2].hasPrefix("[\"r\",2,"))
    // When the page has shown them, it has heard that they were refused.
    session.outbox.acknowledge(page + 2)
    connection = session.outbox.connect(having: page + 2)
    #expect(messages(session, connection) == [])
  }

  /// Its browser refused `//evil.example/x`, and the page was told the same again and again.
  @Test func `a page is given no address that leads elsewhere`() async throws {
    let store = SessionStore(App(), stream: AppStream(), configuration: ServerConfiguration())
    let session = try await store.open("/", visitor: "v", reading: ["en"], from: "a")
    _ = await session.picture()
    let connection = session.outbox.connect(having: session.outbox.sequence)
    _ = await session.live.visit(SessionVisit(number: 1, path: "//evil.example/x"))
    #expect(lastMessage(session, connection).contains("[10,\"/evil.example/x\"]"))
  }

  private func lastMessage(_ session: WebSession, _ connection: Int) -> String {
    messages(session, connection).last ?? ""
  }

  private func messages(_ session: WebSession, _ connection: Int) -> [String] {
    guard case .messages(let mark, _) = session.outbox.next(for: connection) else { return [] }
    return session.outbox.take(upTo: mark, for: connection).map { String(decoding: $0.bytes, as: UTF8.self) }
  }
}
