import EventLog
import EventMacros
import EventStream
import Logging
import Synchronization
import Testing
import ViewKit

@testable import WebServer

/// What was acknowledged is carried out when the server is started again, though nobody comes back to look.
@Suite struct UnfinishedSessionsTests {
  @Event(reach: .app)
  enum KitchenEvent {
    @Answered(by: \.cooked) case requestMeal(Int)
    case cooked(Result<Int, KitchenFailure>)
    case smelt(Int)
  }

  struct KitchenFailure: AnswerFailure {
    let text: String
    init(_ error: any Error) { text = "\(error)" }
  }

  /// What has been cooked, and whether the stove is on.
  final class Kitchen: Sendable {
    let meals = Mutex<[Int]>([])
    let isOn = Mutex(false)
  }

  private struct Cook: Server {
    let kitchen: Kitchen
    var observers: some Observers {
      Answer(\KitchenEvent.requestMeal, whenInterrupted: .askAgain) { meal in
        while !kitchen.isOn.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
        // A process that is gone cooks nothing, whatever the stove does now.
        try Task.checkCancellation()
        kitchen.meals.withLock { if !$0.contains(meal) { $0.append(meal) } }
        return meal
      }
    }
  }

  private final class Table: Controller {
    let said = Label("hungry")
    let secret = TextInput.password("Secret")
    var meal = 0
    override func loadView() -> View {
      Stack.main(
        said, secret,
        Button("Order") { [unowned self] in
          meal += 1 + secret.text.count
          send(KitchenEvent.requestMeal(meal))
        })
    }
    override func viewDidLoad() {
      onAnswer(to: \KitchenEvent.requestMeal) { table, answer in
        switch answer {
        case .success(let meal): table.said.text = "meal \(meal)"
        case .failure(let failure): table.said.text = failure.text
        }
      }
    }
  }

  private struct App: LiveApp {
    let name = "Kitchen"
    func session(for visitor: Visitor) -> Session { Session(screens: Routes { "/" ~> { Table() } }) }
  }

  private final class Process {
    let log: StoredLog<MemoryStore>
    let stream: AppStream
    let store: SessionStore

    init(_ memory: MemoryStore, _ kitchen: Kitchen, _ clock: EventClock = .coarse) throws {
      log = try StoredLog(memory)
      log.lastIdentity?.reserve(margin: 1_000)
      stream = AppStream(clock: clock)
      stream.add(LogTap(log))
      stream.start(Cook(kitchen: kitchen))
      store = SessionStore(
        App(), stream: stream, configuration: ServerConfiguration(),
        journal: Journal(log, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
    }

    func open() async throws -> WebSession { try await store.open("/", visitor: "v", reading: ["en"], from: "a") }

    func kill() async throws {
      stream.end()
      await store.end()
      try await log.flush()
    }
  }

  private func order(_ session: WebSession) async throws {
    let found = await session.live.withScreen { tree in
      (1...50).lazy.compactMap { tree.view($0) }.first { $0[text: .text] == "Order" }?.id
    }
    let button = try #require(found ?? nil)
    try await session.live.receive(Intent(.view(button), .tap, .none), number: session.lastTaken + 1)
  }

  private func said(_ session: WebSession) async -> String? {
    await session.live.withScreen { tree in
      (1...50).lazy.compactMap { tree.view($0) }.first { $0.kind == .label }?[text: .text]
    } ?? nil
  }

  private let memory = MemoryStore()
  private let kitchen = Kitchen()

  @Test func `what a closed page had asked for is carried out once the server is back`() async throws {
    let first = try Process(memory, kitchen)
    let session = try await first.open()
    try await order(session)
    try await first.kill()
    #expect(kitchen.meals.withLock { $0 } == [])

    kitchen.isOn.withLock { $0 = true }
    let second = try Process(memory, kitchen)
    await second.store.finishWhatWasBegun()
    #expect(second.store.count == 1)
    for _ in 0..<2_000 where kitchen.meals.withLock(\.isEmpty) { try await Task.sleep(for: .milliseconds(1)) }
    #expect(kitchen.meals.withLock { $0 } == [1])
  }

  @Test func `what may have been made of something private isn't asked for again`() async throws {
    let first = try Process(memory, kitchen)
    let session = try await first.open()
    let found = await session.live.withScreen { tree in
      (1...50).lazy.compactMap { tree.view($0) }.first { $0.isPrivate }?.id
    }
    let secret = Intent(.view(try #require(found ?? nil)), .change, .text("open sesame"))
    try await session.live.receive(secret, number: 1)
    _ = session.take(1)
    try await order(session)
    try await first.kill()
    kitchen.isOn.withLock { $0 = true }
    let second = try Process(memory, kitchen)
    let back = try #require(try await second.store.connect(session.id, token: session.token, visitor: "v", from: "a"))
    await back.live.settle()
    #expect(await said(back)?.contains("interrupted") == true)
    #expect(kitchen.meals.withLock { $0 } == [])
    #expect(back.lacksPrivate)
  }

  @Test func `it is the page's that comes after all, and nobody else's`() async throws {
    let first = try Process(memory, kitchen)
    let session = try await first.open()
    try await order(session)
    try await first.kill()
    kitchen.isOn.withLock { $0 = true }
    let store = try Process(memory, kitchen).store
    await store.finishWhatWasBegun()
    #expect(store.session(session.id, token: "", visitor: "v") == nil)
    #expect(store.session(session.id, token: RandomToken.make(), visitor: "v") == nil)
    #expect(store.session(session.id, token: session.token, visitor: "w") == nil)
    let back = try #require(try await store.connect(session.id, token: session.token, visitor: "v", from: "a"))
    #expect(back.token == session.token)
    await back.live.settle()
    #expect(await said(back) == "meal 1")
    #expect(store.session(session.id, token: session.token, visitor: "v") === back)
    #expect(store.session(session.id, token: RandomToken.make(), visitor: "v") == nil)
    #expect(store.count == 1)
  }

  /// It had its turn for itself, and counted among nobody's.
  @Test func `it is one of the address that its page comes from`() async throws {
    let first = try Process(memory, kitchen)
    let session = try await first.open()
    try await order(session)
    try await first.kill()
    let store = try Process(memory, kitchen).store
    await store.finishWhatWasBegun()
    let back = try #require(try await store.connect(session.id, token: session.token, visitor: "v", from: "a"))
    let quota = store.quota(of: "a")
    #expect(back.quota === quota && !quota.isIdle(now: .now + .seconds(1000)))
    // Nor does it count twice.
    _ = try await store.connect(session.id, token: session.token, visitor: "v", from: "b")
    #expect(back.quota === quota && store.quota(of: "b").isIdle(now: .now + .seconds(1000)))
    await store.end()
    #expect(quota.isIdle(now: .now + .seconds(1000)))
  }

  @Test func `nobody is brought back who has nothing under way`() async throws {
    let clock = ManualClock(Timestamp(milliseconds: 1_000_000))
    let first = try Process(memory, kitchen, clock.eventClock)
    kitchen.isOn.withLock { $0 = true }
    let quiet = try await first.open()
    try await order(quiet)
    await quiet.live.settle()
    kitchen.isOn.withLock { $0 = false }
    let waiting = try await first.open()
    try await order(waiting)
    clock.advance(by: .seconds(30))
    first.stream.send(KitchenEvent.smelt(1))
    let late = try await first.open()
    clock.advance(by: .seconds(4))
    first.stream.send(KitchenEvent.smelt(2))
    try await first.kill()

    let log = try StoredLog(memory)
    let found = try await UnfinishedSessions.find(in: log, through: try #require(log.lastPosition))
    #expect(found == [waiting.id, late.id].sorted())
    // What the process itself writes is not looked at.
    #expect(try await UnfinishedSessions.find(in: log, through: 0) == [])
  }

  @Test func `a session that was taken in from another log does nothing`() async throws {
    let first = try Process(memory, kitchen)
    let session = try await first.open()
    try await order(session)
    try await first.kill()
    let export = try #require(try await SessionExport(session.id, from: first.log))

    kitchen.isOn.withLock { $0 = true }
    let elsewhere = MemoryStore()
    try await export.add(to: StoredLog(elsewhere))
    let second = try Process(elsewhere, kitchen)
    await second.store.finishWhatWasBegun()
    #expect(second.store.count == 0)
    #expect(try await second.store.connect(session.id, token: session.token, visitor: "v", from: "a") == nil)
    try await Task.sleep(for: .milliseconds(50))
    #expect(kitchen.meals.withLock { $0 } == [])
    let recording = try await SessionRecording.read(session.id, from: second.log, through: .max)
    #expect(recording.turns.count == 2)
  }

  @Test func `what was taken in from another log doesn't tell when the process came to its end`() async throws {
    let first = try Process(memory, kitchen, ManualClock(Timestamp(milliseconds: 1_000_000)).eventClock)
    let session = try await first.open()
    let other = try Process(MemoryStore(), kitchen, ManualClock(Timestamp(milliseconds: 2_000_000)).eventClock)
    let late = try await other.open()
    try await other.log.flush()
    let export = try #require(try await SessionExport(late.id, from: other.log))
    try await export.add(to: first.log)
    try await first.kill()
    try await other.kill()
    let log = try StoredLog(memory)
    let found = try await UnfinishedSessions.find(in: log, through: try #require(log.lastPosition))
    #expect(found == [session.id])
  }

  /// What had been recorded before was taken for the end, and nobody was brought back who had done something behind that.
  @Test func `the end is what stands last, also if the clock was set back before`() async throws {
    let early = try Process(memory, kitchen, ManualClock(Timestamp(milliseconds: 2_000_000)).eventClock)
    early.stream.send(KitchenEvent.smelt(1))
    _ = try await early.open()
    try await early.kill()
    let clock = ManualClock(Timestamp(milliseconds: 1_000_000))
    let setBack = try Process(memory, kitchen, clock.eventClock)
    let quiet = try await setBack.open()
    clock.advance(by: .seconds(30))
    let late = try await setBack.open()
    clock.advance(by: .seconds(4))
    setBack.stream.send(KitchenEvent.smelt(2))
    try await setBack.kill()
    let log = try StoredLog(memory)
    let end = try #require(log.lastPosition)
    let found = try await UnfinishedSessions.find(in: log, through: end)
    #expect(found.contains(late.id))
    #expect(!found.contains(quiet.id))
    // It was set back once more before the next start.
    let now = Timestamp(milliseconds: 1_000_000)
    #expect(try await UnfinishedSessions.find(in: log, through: end, now: now).contains(quiet.id))
  }

  /// As a process leaves it that ends right before the copy goes on.
  @Test func `what the session had asked for that a copy goes on from isn't asked for again`() async throws {
    let first = try Process(memory, kitchen)
    let session = try await first.open()
    try await order(session)
    try await first.log.flush()
    let moment = try await RecordedMoment.read(session.id, at: .max / 2, from: first.log, EventDecoder())
    let (id, token) = (RandomToken.make(), RandomToken.make())
    let opening = SessionOpening(
      path: moment.opening.path, visitor: moment.opening.visitor, seed: moment.opening.seed,
      proof: SessionProof.made(of: token, visitor: "v"), program: moment.opening.program, actsBefore: moment.lastAct)
    try await moment.copy(as: id, opening).write(to: first.log)
    try await first.kill()
    kitchen.isOn.withLock { $0 = true }
    let second = try Process(memory, kitchen)
    let back = try #require(try await second.store.connect(id, token: token, visitor: "v", from: "a"))
    await back.live.settle()
    #expect(await said(back)?.contains("interrupted") == true)
    #expect(kitchen.meals.withLock { $0 } == [])
  }

  /// It was taken for one that hadn't gone on, and what it had asked for itself wasn't asked for again.
  @Test func `a copy that has gone on asks again, though a process has ended while it returned`() async throws {
    let first = try Process(memory, kitchen)
    let session = try await first.open()
    try await first.log.flush()
    let continuation = Continuation(log: first.log, decoder: EventDecoder(), admission: .thisMachine)
    let path = try await first.store.goOn(
      from: session.id, at: .max / 2, in: continuation, visitor: "v", from: "a")
    let copy = try #require(first.store.continued.take(for: "v", at: path))
    try await order(copy)
    try await first.kill()
    let second = try Process(memory, kitchen)
    // As a process leaves it that ends while the session is played.
    await Journal(second.log, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      .noteReturn(of: copy.id, isAlone: false)
    try await second.kill()
    kitchen.isOn.withLock { $0 = true }
    let third = try Process(memory, kitchen)
    let back = try #require(try await third.store.connect(copy.id, token: copy.token, visitor: "v", from: "a"))
    await back.live.settle()
    #expect(await said(back) == "meal 1")
    #expect(kitchen.meals.withLock { $0 } == [1])
  }

  @Test func `one that ends the process isn't played at every start`() async throws {
    let first = try Process(memory, kitchen)
    let session = try await first.open()
    try await order(session)
    try await first.kill()
    for _ in 1...SessionRecording.mostUnfinishedReturnsAlone {
      let next = try Process(memory, kitchen)
      // As a process leaves it that ends while the session is played.
      await Journal(next.log, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        .noteReturn(of: session.id, isAlone: true)
      try await next.kill()
    }
    let last = try Process(memory, kitchen)
    await last.store.finishWhatWasBegun()
    #expect(last.store.count == 0)
  }

  @Test func `a server that ends doesn't wait for one that it waits with`() async throws {
    let first = try Process(memory, kitchen)
    let session = try await first.open()
    try await order(session)
    try await first.kill()
    let next = try Process(memory, kitchen)
    await Journal(next.log, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      .noteReturn(of: session.id, isAlone: true)
    let finishing = Task { [store = next.store] in await store.finishWhatWasBegun() }
    while !next.store.has(session.id) { await Task.yield() }
    finishing.cancel()
    await finishing.value
    #expect(next.store.begun.duration(to: .now) < ServerConfiguration().suspectPatience)
    #expect(next.store.count == 0)
  }
}
