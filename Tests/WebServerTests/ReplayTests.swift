import EventStream
import Synchronization
import Testing
import ViewKit
import WebRenderer

/// A session, recorded and played again, shows the same screens and does nothing to the world.
@Suite struct ReplayTests {
  // MARK: A small app

  enum ShopEvent: Event {
    case order(Int)
    case ordered(Result<String, ShopFailure>)

    var tag: Int {
      switch self {
      case .order: 0
      case .ordered: 1
      }
    }

    static let reach = Reach.app
    static let eventType = EventType.make(
      ShopEvent.self, name: "ShopEvent", cases: [EventCase(Keys.order.self), .news(Keys.ordered.self)])

    enum Keys {
      enum order: RequestKey {
        typealias Answer = ordered
        static var tag: Int { 0 }
        static var name: String { "order" }
        static func payload(of event: ShopEvent) -> Int {
          guard case .order(let number) = event else { wrongCase() }
          return number
        }
        static func event(_ number: Int) -> ShopEvent { .order(number) }
      }
      enum ordered: CaseKey {
        static var tag: Int { 1 }
        static var name: String { "ordered" }
        static func payload(of event: ShopEvent) -> Result<String, ShopFailure> {
          guard case .ordered(let result) = event else { wrongCase() }
          return result
        }
        static func event(_ result: Result<String, ShopFailure>) -> ShopEvent { .ordered(result) }
      }
    }

    var order: Case<Keys.order> { Case() }
    var ordered: Case<Keys.ordered> { Case() }

    init(from decoder: any Decoder) throws { self = .order(0) }
    func encode(to encoder: any Encoder) throws {}
    init(_ event: ShopEvent) { self = event }
  }

  struct ShopFailure: AnswerFailure {
    var text: String
    init(_ error: any Error) { text = "\(error)" }
  }

  struct Till: Server {
    let orders: Orders
    var interruption = Interruption.fail
    var observers: some Observers {
      Answer(\ShopEvent.order, whenInterrupted: interruption) { number in
        try await orders.take(number)
        return "order \(number)"
      }
    }
  }

  /// What has happened in the world.
  final class Orders: Sendable {
    let taken = Mutex<[Int]>([])
    let isStuck = Mutex(false)

    func take(_ number: Int) async throws {
      taken.withLock { $0.append(number) }
      if isStuck.withLock({ $0 }) { try await Task.sleep(for: .seconds(60)) }
    }
  }

  final class ShopController: Controller {
    let heading = Heading("Shop"), said = Label("nothing"), button = Button("Order"), later = Button("Later")
    var count = 0
    private let asksOnReturn: Bool

    init(asksOnReturn: Bool = false) { self.asksOnReturn = asksOnReturn }

    override func loadView() -> View { Stack.main(heading, said, button, later) }

    override func sessionDidReturn() {
      if asksOnReturn { send(ShopEvent.order(0)) }
    }

    override func viewDidLoad() {
      onAnswer(to: \ShopEvent.order) { shop, answer in
        switch answer {
        case .success(let text): shop.said.text = text
        case .failure(let failure): shop.said.text = failure.text
        }
      }
      on(\ShopEvent.ordered) { shop, _ in
        shop.count += 1
        shop.heading.text = "Shop \(shop.count)"
      }
      button.onTap = { [unowned self] in
        send(ShopEvent.order(Int.random(in: 1...1_000_000, using: &random)))
      }
      later.onTap = { [unowned self] in
        after(.seconds(5)) { [unowned self] in said.text = "later, at \(now.milliseconds)" }
      }
    }

    private var random: SessionRandom {
      get { randomNumbers }
      set {}
    }
  }

  // MARK: Recording

  final class TestRecorder: SessionRecorder, @unchecked Sendable {
    // Safe because a test waits for the session before it looks.
    private(set) var turns: [[RecordedEvent]] = []
    private(set) var names: [String] = []
    private var leavesOutNumbers = false

    func record<Root: Event>(_ event: Root, _ envelope: Envelope, isInput: Bool, beginsTurn: Bool) {
      names.append(event.name)
      if beginsTurn { turns.append([]) }
      guard isInput else { return }
      turns[turns.count - 1].append(RecordedEvent(event, envelope, leavesOutNumbers: leavesOutNumbers))
      leavesOutNumbers = false
    }

    func leaveOutNumbers() { leavesOutNumbers = true }
  }

  let orders = Orders()
  let routes = Routes { "/" ~> { ShopController() } }

  func html(_ session: LiveSession) async -> String {
    await session.withScreen { tree in
      var renderer = HTMLRenderer()
      renderer.write(tree.root)
      return renderer.buffer.text
    } ?? ""
  }

  func button(_ name: String, _ session: LiveSession) async throws -> Intent {
    let id = await session.withScreen { tree in
      (1...tree.count + 50).lazy.compactMap { tree.view($0) }.first { $0.name == name || $0[text: .text] == name }?.id
    }
    return Intent(.view(try #require(id ?? nil)), .tap)
  }

  func started(_ app: AppStream, _ recorder: TestRecorder) async throws -> LiveSession {
    let session = LiveSession(Session(screens: routes), app: app, recorder: { recorder })
    #expect(await session.open("/"))
    return session
  }

  func settled(_ session: LiveSession, _ app: AppStream) async {
    for _ in 0..<5 {
      await session.settle()
      await app.settle()
      _ = await session.takeIn()
    }
  }

  /// A disk that makes things durable when it is told to.
  actor Disk {
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private(set) var flushes = 0

    func flush() async {
      flushes += 1
      await withCheckedContinuation { waiting.append($0) }
    }

    func write() async {
      while waiting.isEmpty { await Task.yield() }
      for continuation in waiting { continuation.resume() }
      waiting = []
    }
  }

  // MARK: Tests

  @Test func `a replay shows the same screens, and nothing acts on the world again`() async throws {
    let app = AppStream()
    app.start(Till(orders: orders))
    let recorder = TestRecorder()
    let session = try await started(app, recorder)
    var screens = [await html(session)]
    for name in ["Order", "Order", "Later", "Order"] {
      try await session.receive(try await button(name, session))
      await settled(session, app)
      screens.append(await html(session))
    }
    app.send(ShopEvent.ordered(.success("from elsewhere")))
    await settled(session, app)
    screens.append(await html(session))
    #expect(screens.last?.contains("Shop 4") == true)
    let taken = orders.taken.withLock { $0 }
    #expect(taken.count == 3)

    let elsewhere = AppStream()
    elsewhere.start(Till(orders: orders))
    let replayed = LiveSession(Session(screens: routes), app: elsewhere)
    var found: [String] = []
    for turn in recorder.turns {
      await replayed.replay(turn)
      found.append(await html(replayed))
    }
    #expect(screens.allSatisfy(found.contains), "every screen that was shown is shown again")
    #expect(found.last == screens.last)
    #expect(orders.taken.withLock { $0 } == taken)
  }

  @Test func `what a replay derives has the same names and ids`() async throws {
    let app = AppStream()
    app.start(Till(orders: orders))
    let recorder = TestRecorder()
    let session = try await started(app, recorder)
    try await session.receive(try await button("Order", session))
    await settled(session, app)

    #expect(
      recorder.names == [
        "SessionEvent.opened", "ViewEvent.appeared", "SessionEvent.acted", "ViewEvent.tapped", "ShopEvent.ordered",
      ])
    #expect(
      recorder.turns.map { $0.map(\.event.name) } == [
        ["SessionEvent.opened"], ["SessionEvent.acted"], ["ShopEvent.ordered"],
      ])
  }

  @Test func `a session that goes on hears what it has missed, once, and acts again`() async throws {
    let app = AppStream()
    app.start(Till(orders: orders))
    let recorder = TestRecorder()
    let session = try await started(app, recorder)
    try await session.receive(try await button("Order", session))
    await settled(session, app)
    await session.end()

    let missed = Missed()
    app.add(missed)
    app.send(ShopEvent.ordered(.success("while away")))

    let back = LiveSession(Session(screens: routes), app: app)
    for turn in recorder.turns { await back.replay(turn) }
    // This one comes live, and is in what was missed too.
    app.send(ShopEvent.ordered(.success("at the door")))
    // Another thread may be at it.
    await app.settle()
    await back.goOn(missed: missed.events)
    await settled(back, app)
    #expect(await html(back).contains("Shop 3"))

    try await back.receive(try await button("Order", back))
    await settled(back, app)
    #expect(await html(back).contains("Shop 4"))
    #expect(orders.taken.withLock { $0.count } == 2)
  }

  final class Missed: Tap, @unchecked Sendable {
    // Safe because the test sends from one thread.
    private(set) var events: [RecordedEvent] = []
    func receive<Root: Event>(_ event: Root, _ envelope: Envelope) { events.append(RecordedEvent(event, envelope)) }
  }

  @Test(arguments: [Interruption.fail, .askAgain])
  func `a request that was under way fails, or is made again if that does no harm`(interruption: Interruption)
    async throws
  {
    orders.isStuck.withLock { $0 = true }
    let app = AppStream()
    app.start(Till(orders: orders))
    let recorder = TestRecorder()
    let session = try await started(app, recorder)
    try await session.receive(try await button("Order", session))
    for _ in 0..<1000 where orders.taken.withLock(\.isEmpty) { try await Task.sleep(for: .milliseconds(1)) }
    let number = try #require(orders.taken.withLock { $0.last } ?? nil)
    app.end()

    orders.isStuck.withLock { $0 = false }
    let restarted = AppStream()
    restarted.start(Till(orders: orders, interruption: interruption))
    let back = LiveSession(Session(screens: routes), app: restarted)
    for turn in recorder.turns { await back.replay(turn) }
    await back.goOn()
    await settled(back, restarted)
    switch interruption {
    case .fail:
      #expect(await html(back).contains("ShopEvent.order was interrupted"))
      #expect(orders.taken.withLock { $0 } == [number])
    case .askAgain:
      #expect(await html(back).contains("order \(number)"))
      #expect(orders.taken.withLock { $0 } == [number, number])
    }
  }

  @Test func `an answer that the recording lacks is found in what the app has recorded`() async throws {
    let app = AppStream()
    app.start(Till(orders: orders))
    let recorder = TestRecorder()
    let missed = Missed()
    app.add(missed)
    let session = try await started(app, recorder)
    try await session.receive(try await button("Order", session))
    await settled(session, app)
    let number = try #require(orders.taken.withLock { $0.last } ?? nil)

    let restarted = AppStream()
    restarted.start(Till(orders: orders))
    let back = LiveSession(Session(screens: routes), app: restarted)
    for turn in recorder.turns.prefix(2) { await back.replay(turn) }
    await back.goOn(missed: missed.events)
    await settled(back, restarted)
    #expect(await html(back).contains("order \(number)"))
    #expect(orders.taken.withLock { $0 } == [number])
  }

  @Test func `a session that was brought back can be brought back again`() async throws {
    let recorder = TestRecorder()
    var app = AppStream()
    app.start(Till(orders: orders))
    let session = try await started(app, recorder)
    let missed = Missed()
    for life in 1...4 {
      app.add(missed)
      let alive = life == 1 ? session : LiveSession(Session(screens: routes), app: app, recorder: { recorder })
      if life > 1 {
        for turn in recorder.turns { await alive.replay(turn) }
        await alive.goOn(missed: missed.events.suffix(1))
      }
      try await alive.receive(try await button("Order", alive))
      await settled(alive, app)
      #expect(await html(alive).contains("Shop \(2 * life - 1)"), "life \(life)")
      await alive.end()
      app.send(ShopEvent.ordered(.success("while away")))
      app.end()
      app = AppStream()
      app.start(Till(orders: orders))
    }
    #expect(orders.taken.withLock { Set($0).count } == 4, "random numbers go on where they were")
  }

  @Test func `a timer runs on where it was`() async throws {
    let app = AppStream()
    let recorder = TestRecorder()
    let session = try await started(app, recorder)
    try await session.receive(try await button("Later", session))
    await session.end()

    let slept = Mutex<[Duration]>([])
    let back = LiveSession(
      Session(screens: routes), app: AppStream(), sleep: { duration in slept.withLock { $0.append(duration) } })
    for turn in recorder.turns { await back.replay(turn) }
    #expect(slept.withLock { $0 } == [])
    await back.goOn()
    for _ in 0..<100 where await !html(back).contains("later, at") { try await Task.sleep(for: .milliseconds(10)) }
    #expect(await html(back).contains("later, at"))
    #expect(slept.withLock { $0.count == 1 && $0[0] > .seconds(4) && $0[0] <= .seconds(5) })
  }

  /// It ran down twice: once of itself, and once with those of before.
  @Test func `a timer that what was missed has started runs once`() async throws {
    final class Patient: Controller {
      override func loadView() -> View { Stack.main(Label("waits")) }
      override func viewDidLoad() { on(\ShopEvent.ordered) { patient, _ in patient.after(.seconds(3)) {} } }
    }
    let screens = Routes { "/" ~> { Patient() } }
    let (app, recorder, missed) = (AppStream(), TestRecorder(), Missed())
    app.add(missed)
    let session = LiveSession(Session(screens: screens), app: app, recorder: { recorder })
    #expect(await session.open("/"))
    await session.end()
    app.send(ShopEvent.ordered(.success("while away")))
    await app.settle()

    let slept = Mutex(0)
    let back = LiveSession(
      Session(screens: screens), app: AppStream(),
      sleep: { _ in
        slept.withLock { $0 += 1 }
        try await Task.sleep(for: .seconds(60))
      })
    for turn in recorder.turns { await back.replay(turn) }
    await back.goOn(missed: missed.events)
    for _ in 0..<200 where slept.withLock({ $0 }) < 2 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(slept.withLock { $0 } == 1)
    await back.end()
  }

  // MARK: Once

  @Test func `what a session asks for waits until the user's act is durable`() async throws {
    let (app, disk) = (AppStream(), Disk())
    app.start(Till(orders: orders))
    let session = LiveSession(Session(screens: routes), app: app, durable: { await disk.flush() })
    #expect(await session.open("/"))
    let order = try await button("Order", session)
    try await session.receive(order)
    try await session.receive(order)
    for _ in 0..<100 { await Task.yield() }
    await app.settle()
    #expect(orders.taken.withLock { $0 } == [], "asked for too early")
    #expect(await session.withScreen { _ in true } == true)
    await disk.write()
    await disk.write()
    await settled(session, app)
    #expect(orders.taken.withLock { $0.count } == 2)
    #expect(await html(session).contains("Shop 2"))
    #expect(await disk.flushes == 2, "what comes meanwhile is made durable together")
  }

  @Test func `what can be answered again without harm doesn't wait`() async throws {
    let (app, disk) = (AppStream(), Disk())
    app.start(Till(orders: orders, interruption: .askAgain))
    let session = LiveSession(Session(screens: routes), app: app, durable: { await disk.flush() })
    #expect(await session.open("/"))
    try await session.receive(try await button("Order", session))
    await settled(session, app)
    #expect(orders.taken.withLock { $0.count } == 1)
    #expect(await disk.flushes == 0)
  }

  @Test func `an act that is repeated asks with the same ids, whatever was asked for at the return`() async throws {
    let screens = Routes { "/" ~> { ShopController(asksOnReturn: true) } }
    final class Asked: Sendable {
      let ids = Mutex<[UInt64]>([])
    }
    func observe(_ app: AppStream, _ asked: Asked) -> Subscription {
      app.observe(\ShopEvent.order) { _, envelope in asked.ids.withLock { $0.append(envelope.id.rawValue) } }
    }
    let (first, second) = (Asked(), Asked())
    let app = AppStream()
    let firstSubscription = observe(app, first)
    let recorder = TestRecorder()
    let session = LiveSession(Session(screens: screens), app: app, recorder: { recorder })
    #expect(await session.open("/"))
    let order = try await button("Order", session)
    for number in 1...3 { try await session.receive(order, number: number) }
    await app.settle()

    // The third was never recorded.
    let elsewhere = AppStream()
    let secondSubscription = observe(elsewhere, second)
    let back = LiveSession(Session(screens: screens), app: elsewhere)
    for turn in recorder.turns.dropLast() { await back.replay(turn) }
    await back.goOn()
    try await back.receive(order, number: 3)
    await elsewhere.settle()
    let (before, after) = (first.ids.withLock { $0 }, second.ids.withLock { $0 })
    #expect(before.count == 3)
    #expect(after.last == before.last)
    #expect(after.count == 2 && !before.contains(after[0]), "what is asked for at the return is another request")
    _ = (firstSubscription, secondSubscription)
  }
}
