import EventMacros
import EventStream
import Synchronization
import Testing
import ViewKit

@testable import WebServer

/// Whoever asks more quickly than he is answered waits for answers: otherwise all of it would be worked off long after he has gone.
@Suite(.timeLimit(.minutes(1))) struct AskingMuchTests {
  @Event(reach: .app)
  enum WorkEvent {
    @Answered(by: \.done) case requestWork(Int)
    case done(Result<Int, WorkFailure>)
  }

  struct WorkFailure: AnswerFailure {
    init(_ error: any Error) {}
  }

  /// Does nothing until it is told to.
  private final class Gate: Sendable {
    let isOpen = Mutex(false)
  }

  private struct Worker: Server {
    let gate: Gate
    var observers: some Observers {
      Answer(\WorkEvent.requestWork) { number in
        while !gate.isOpen.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
        return number
      }
    }
  }

  private final class Window: Controller {
    let said = Label("")
    override func loadView() -> View {
      Stack.main(said, Button("Ask") { [unowned self] in send(WorkEvent.requestWork(1)) })
    }
    override func viewDidLoad() { onAnswer(to: \WorkEvent.requestWork) { window, _ in window.said.text += "." } }
  }

  private struct App: LiveApp {
    let name = "Work"
    func session(for visitor: Visitor) -> Session { Session(screens: Routes { "/" ~> { Window() } }) }
  }

  private func serve(_ body: (WebSession, Gate, _ act: (Int) async throws -> Void) async throws -> Void) async throws {
    let (stream, gate) = (AppStream(), Gate())
    stream.start(Worker(gate: gate))
    let store = SessionStore(App(), stream: stream, configuration: ServerConfiguration())
    let session = try await store.open("/", visitor: "v", reading: ["en"], from: "a")
    let button = try #require(await session.live.withScreen { $0.root.children[0].children[0].children[1].id })
    try await body(session, gate) { number in
      let intent = Intent(.view(button), .tap)
      let message = ClientMessage.intent(number: number, intent)
      #expect(await session.waitForAnswers(before: message, .connection(1)) { false })
      try await session.receive(intent, number: number)
    }
    await session.live.end()
  }

  @Test func `as long as little is unanswered nobody waits, and then a while for each`() async throws {
    try await serve { session, _, act in
      let few = try await ContinuousClock().measure { for number in 1...33 { try await act(number) } }
      #expect(few < .milliseconds(250))
      #expect(await session.live.asks(forMoreThan: 32))
      let more = try await ContinuousClock().measure { for number in 34...36 { try await act(number) } }
      #expect(more >= .milliseconds(750))
    }
  }

  /// What its user saw before he went on is lost: the next act came before the answer that it was for.
  @Test func `what is said once more to a session that has come back waits for answers`() async throws {
    try await serve { session, gate, act in
      session.noteReturn()
      try await act(1)
      Task {
        try await Task.sleep(for: .milliseconds(100))
        gate.isOpen.withLock { $0 = true }
      }
      #expect(await session.live.asks(forMoreThan: 0))
      try await act(2)
      #expect(await !session.live.asks(forMoreThan: 1))
      let said = await session.live.withScreen { $0.root.children[0].children[0].children[0][text: .text] }
      // The second may be answered by now, too.
      #expect([".", ".."].contains(said))
    }
  }

  @Test func `and no longer than two seconds in all`() async throws {
    try await serve { session, _, act in
      session.noteReturn()
      let time = try await ContinuousClock().measure { for number in 1...10 { try await act(number) } }
      #expect(time >= .seconds(2) && time < .seconds(4))
      #expect(await session.live.asks(forMoreThan: 9))
    }
  }

  @Test func `who waits goes on with the next answer`() async throws {
    try await serve { session, gate, act in
      for number in 1...33 { try await act(number) }
      gate.isOpen.withLock { $0 = true }
      // Each would wait for a quarter of a second otherwise.
      let time = try await ContinuousClock().measure { for number in 34...400 { try await act(number) } }
      #expect(time < .seconds(20))
      #expect(await !session.live.asks(forMoreThan: 33))
      await session.live.settle(atMost: .seconds(5))
      let said = await session.live.withScreen { $0.root.children[0].children[0].children[0][text: .text] }
      #expect(said?.count == 400)
    }
  }

  @Test func `who waits in vain lets go`() async throws {
    try await serve { session, _, act in
      for number in 1...33 { try await act(number) }
      let message = ClientMessage.intent(number: 34, Intent(.view(1), .tap))
      #expect(await !session.waitForAnswers(before: message, .connection(1)) { true })
    }
  }
}
