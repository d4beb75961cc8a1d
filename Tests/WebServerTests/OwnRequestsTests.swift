import EventLog
import EventMacros
import EventStream
import Synchronization
import Testing
import ViewKit

@testable import WebServer

/// What a session asks of the app, and observes itself; and what its screens ask because the session is put aside.
@Suite(.timeLimit(.minutes(1))) struct OwnRequestsTests: CountingProcesses {
  @Event(reach: .app)
  enum DeskEvent {
    @Answered(by: \.done) case requestWork(Int)
    case done(Result<Int, DeskFailure>)
    case told(Int)
  }

  struct DeskFailure: AnswerFailure {
    init(_ error: any Error) {}
  }

  /// Counts what is asked for, by anybody, in what it shows; and asks.
  private final class Watching: Controller {
    @SessionState private var count = 0
    private let number = Label("0")

    override func loadView() -> View {
      Stack.main(number, Button("More") { [unowned self] in send(DeskEvent.requestWork(1)) })
    }

    override func viewDidLoad() {
      on(\DeskEvent.requestWork) { $0.add($1) }
      on(\DeskEvent.told) { $0.add($1) }
    }

    override func didRestoreState() { number.text = "\(count)" }

    private func add(_ more: Int) {
      count += more
      didRestoreState()
    }
  }

  /// Says something when it goes.
  private final class Leaving: Controller {
    override func loadView() -> View { Stack.main(Button("More") {}) }

    override func viewWillDisappear() {
      send(DeskEvent.requestWork(1))
      send(DeskEvent.told(1))
    }
  }

  /// Does nothing, without end; or as often as it is asked.
  private struct Desk: Server {
    let interruption: Interruption
    let isStuck: Bool
    var observers: some Observers {
      Answer(\DeskEvent.requestWork, whenInterrupted: interruption) { [isStuck] work in
        if isStuck { try await Task.sleep(for: .seconds(1_000)) }
        return work
      }
    }
  }

  private func process(
    _ log: any EventLog, _ desk: Desk?, clock: EventClock = .coarse, _ screen: @escaping @Sendable () -> Controller
  ) -> SessionStore {
    let store = process(log, snapshots: 0, clock: clock, screen)
    if let desk { store.stream.start(desk) }
    return store
  }

  private func shows(_ session: WebSession, _ text: String) async throws {
    for _ in 0..<2_000 {
      // No page is there for which it would take it in by itself.
      await session.live.takeIn()
      if await self.text(session) == text { return }
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(await self.text(session) == text)
  }

  @Test(arguments: [nil, Interruption.fail, .askAgain])
  func `a session that observes what it asks itself hears it once, however often it comes back`(
    _ interruption: Interruption?
  ) async throws {
    let log = try MemoryLog()
    let desk = interruption.map { Desk(interruption: $0, isStuck: true) }
    let session = try await open(process(log, desk) { Watching() })
    try await press(session, times: 1)
    try await shows(session, "1")
    var count = 1
    for _ in 0..<3 {
      try await log.flush()
      let next = process(log, desk) { Watching() }
      let back = try #require(try await next.connect(session.id, token: session.token, visitor: "v", from: "a"))
      await next.stream.settle()
      await back.live.takeIn()
      #expect(await text(back) == "\(count)")
      // What others say comes as before.
      next.stream.send(DeskEvent.told(10))
      count += 10
      try await shows(back, "\(count)")
    }
  }

  /// The request has the same id when it is made again, behind what others had said meanwhile; and the same time if the clock hasn't ticked.
  @Test(arguments: [EventClock.coarse, ManualClock(Timestamp(milliseconds: 7_200_000)).eventClock])
  func `another session that has heard the request hears what came before it was made again`(
    _ clock: EventClock
  ) async throws {
    let log = try MemoryLog()
    let desk = Desk(interruption: .askAgain, isStuck: true)
    let first = process(log, desk, clock: clock) { Watching() }
    let (asking, watching) = (try await open(first), try await open(first))
    try await press(asking, times: 1)
    for session in [asking, watching] { try await shows(session, "1") }
    try await log.flush()
    let next = process(log, desk, clock: clock) { Watching() }
    next.stream.send(DeskEvent.told(10))
    await next.stream.settle()
    let back = try #require(try await next.connect(asking.id, token: asking.token, visitor: "v", from: "a"))
    try await shows(back, "11")
    await next.stream.settle()
    try await log.flush()
    let other = try #require(try await next.connect(watching.id, token: watching.token, visitor: "v", from: "a"))
    // It hears the request of another as often as that is made.
    try await shows(other, "12")
  }

  /// What it sent was done without a record of it, and its number given to another request when it had returned; or it was done by
  /// some programs, and by others not.
  @Test(arguments: [Interruption.fail, .askAgain])
  func `a session that is put aside, and can come back, sends nothing`(_ interruption: Interruption) async throws {
    let log = try MemoryLog()
    let store = process(log, Desk(interruption: interruption, isStuck: false)) { Leaving() }
    let asked = Mutex(0)
    let observations = [
      store.stream.observe(\DeskEvent.requestWork) { _, _ in asked.withLock { $0 += 1 } },
      store.stream.observe(\DeskEvent.told) { _, _ in asked.withLock { $0 += 1 } },
    ]
    let session = try await open(store)
    await session.end()
    await store.stream.settle()
    #expect(asked.withLock { $0 } == 0)
    _ = observations
  }
}
