import EventLog
import EventMacros
import EventStream
import Testing
import ViewKit

@testable import WebServer

/// What a user has ticked stays as it is until what was asked for is answered, whatever the app says of it meanwhile. So long something has
/// changed that nobody is told.
@Suite struct HeldTicksTests: CountingProcesses {
  @Event(reach: .app)
  enum TickEvent {
    @Answered(by: \.ticked) case requestTick(Bool)
    case ticked(Result<Bool, TickFailure>)
  }

  struct TickFailure: AnswerFailure {
    init(_ error: any Error) {}
  }

  private final class Boxes: Controller {
    let box = Checkbox("All")
    let idle = Button("More") {}

    override func loadView() -> View {
      box.onChange = { [unowned self] isOn in
        send(TickEvent.requestTick(isOn))
        box.isOn = false
      }
      return Stack.main(box, idle)
    }
  }

  private func ticked(_ store: SessionStore) async throws -> WebSession {
    let session = try await open(store)
    _ = session.outbox.takeFresh()
    let box = try await view(session, "All")
    _ = session.take(1)
    try await session.live.receive(Intent(.view(box), .change, .flag(true)), number: 1) { _ in session.finish(1) }
    return session
  }

  @Test func `what nobody is told is no patch`() async throws {
    let session = try await ticked(process(try MemoryLog(), screenInterval: 0) { Boxes() })
    let before = session.outbox.sequence
    try await press(session, times: 5, from: 2)
    #expect(session.outbox.sequence == before)
  }

  /// A session that came back counted a patch more than the next process did when it played it: what a page was shown last was taken for
  /// what came after that, and the page never got it.
  @Test func `patches have the numbers by which the next process knows them`() async throws {
    let log = try MemoryLog()
    var session = try await ticked(process(log, snapshots: 0) { Boxes() })
    for _ in 0..<3 {
      try await log.flush()
      let last = session.outbox.sequence
      let next = try #require(
        try await process(log, snapshots: 0, { Boxes() }).connect(
          session.id, token: session.token, visitor: "v", from: "a"))
      #expect(next.outbox.place(of: last) > last)
      session = next
      // It is told that nobody knows what has become of its request.
      await session.live.waitForAnswers(toAllBut: 0, atMost: .seconds(5))
    }
  }
}
