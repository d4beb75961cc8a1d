import EventLog
import EventMacros
import EventStream
import Logging
import Synchronization
import Testing
import ViewKit

@testable import WebServer

/// Sessions that come back in a program which sends an event more than the one that has recorded them, or asks for something more.
@Suite(.timeLimit(.minutes(1))) struct ChangedRequestsTests {
  @Event(reach: .app)
  enum DepotEvent {
    @Answered(by: \.counted) case count(String)
    case counted(Result<Int, DepotFailure>)
    @Answered(by: \.spelled) case spell(String)
    case spelled(Result<String, DepotFailure>)
  }

  @Event
  enum DepotShelfEvent {
    case looked(Int)
    @Answered(by: \.row) case showRow(String)
    case row(Result<Int, DepotFailure>)
  }

  struct DepotFailure: AnswerFailure {
    let text: String
    init(_ error: any Error) { text = "\(error)" }
  }

  /// Answers when it is let, and counts how often it is asked.
  private final class Depot: Server {
    let asked = Mutex<[String]>([])
    private let gate: AsyncStream<Void>?
    private let interruption: Interruption
    private let isStuck: Bool

    /// - Parameters:
    ///   - interruption: What becomes of a count that is interrupted.
    ///   - isStuck: Whether nothing is counted, ever.
    init(
      until gate: AsyncStream<Void>? = nil, whenInterrupted interruption: Interruption = .fail, isStuck: Bool = false
    ) {
      self.gate = gate
      self.interruption = interruption
      self.isStuck = isStuck
    }

    var observers: some Observers {
      Answer(\DepotEvent.count, whenInterrupted: interruption) { [self] name in
        asked.withLock { $0.append(name) }
        if isStuck { try await Task.sleep(for: .seconds(1_000)) }
        if let gate { for await _ in gate {} }
        return name.count
      }
      Answer(\DepotEvent.spell, whenInterrupted: .askAgain) { [self] name in
        asked.withLock { $0.append("spell \(name)") }
        return name.uppercased()
      }
    }
  }

  /// Answers the screen's request by way of the app.
  private struct Presentation: Server {
    var observers: some Observers {
      On(\DepotShelfEvent.showRow) { name in DepotEvent.count(name) }
      On(\DepotEvent.counted) { count in DepotShelfEvent.row(count) }
    }
  }

  /// What a program does that another doesn't.
  private enum More: CaseIterable {
    case nothing, event, request, requestInAct
  }

  private final class Shelf: Controller {
    private let more: More
    let row = Label("no row"), word = Label("no word"), total = Label("no total")
    init(_ more: More) { self.more = more }

    override func loadView() -> View {
      Stack.main(
        row, word, total,
        Button("Count") { [unowned self] in
          if more == .requestInAct { send(DepotEvent.spell("act")) }
          send(DepotEvent.count("coffee"))
        })
    }
    override func viewDidLoad() {
      onAnswer(to: \DepotShelfEvent.showRow) { $0.row.text = "\((try? $1.get()) ?? -1) left" }
      onAnswer(to: \DepotEvent.spell) { $0.word.text = (try? $1.get()) ?? "failed" }
      onAnswer(to: \DepotEvent.count) { $0.total.text = "\((try? $1.get()) ?? -1) in all" }
      busy(row, while: \DepotShelfEvent.showRow)
    }
    override func viewDidAppear() {
      if more == .event { send(DepotShelfEvent.looked(1)) }
      if more == .request { send(DepotEvent.spell("tea")) }
      send(DepotShelfEvent.showRow("tea"))
    }
  }

  private struct App: LiveApp {
    let name = "Depot"
    let more: More
    func session(for visitor: Visitor) -> Session {
      Session(Presentation(), screens: Routes { "/" ~> { Shelf(more) } })
    }
  }

  private func process(
    _ log: any EventLog, _ program: String, _ more: More, _ depot: Depot = Depot()
  ) -> (store: SessionStore, stream: AppStream) {
    let journal = Journal(log, program: program, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let stream = AppStream()
    stream.add(LogTap(log))
    stream.start(depot)
    return (
      SessionStore(App(more: more), stream: stream, configuration: ServerConfiguration(), journal: journal), stream
    )
  }

  private func labels(_ session: WebSession) async -> [String] {
    @Sendable func labels(in view: View) -> [View] { view.kind == .label ? [view] : view.children.flatMap(labels) }
    return await session.live.withScreen { tree in
      labels(in: tree.root).map { $0.isBusy ? "\($0[text: .text]), busy" : $0[text: .text] }
    } ?? []
  }

  private func press(_ session: WebSession) async throws {
    let button = try #require(
      await session.live.withScreen { tree in (1...50).first { tree.view($0)?.kind == .button } } ?? nil)
    _ = session.take(1)
    try await session.receive(Intent(.view(button), .tap), number: 1)
  }

  @Test(arguments: [More.nothing, .event, .request, .requestInAct])
  private func `what was answered is answered in a program that asks for more`(more: More) async throws {
    let log = try MemoryLog()
    let first = process(log, "first", .nothing)
    let session = try await first.store.open("/", visitor: "v", reading: ["en"], from: "a")
    await session.live.settle()
    try await press(session)
    await session.live.settle()
    #expect(await labels(session) == ["3 left", "no word", "6 in all"])
    await session.end()
    try await log.flush()

    let depot = Depot()
    let second = process(log, more == .nothing ? "first" : "second", more, depot)
    let back = try #require(
      try await second.store.connect(session.id, token: session.token, visitor: "v", from: "a"))
    await back.live.settle()
    let word: String
    switch more {
    case .nothing, .event: word = "no word"
    // It was never asked for, and can be now.
    case .request: word = "TEA"
    // What its user never did isn't done.
    case .requestInAct: word = "failed"
    }
    #expect(await labels(back) == ["3 left", word, "6 in all"])
    #expect(await back.live.unansweredCases.isEmpty)
    #expect(depot.asked.withLock { $0 } == (more == .request ? ["spell tea"] : []))
  }

  @Test(arguments: [More.event, .request])
  private func `what was answered while nobody was there is too`(more: More) async throws {
    let log = try MemoryLog()
    let (gate, opening) = AsyncStream<Void>.makeStream()
    let depot = Depot(until: gate)
    let first = process(log, "first", .nothing, depot)
    let session = try await first.store.open("/", visitor: "v", reading: ["en"], from: "a")
    while depot.asked.withLock({ $0.isEmpty }) { await Task.yield() }
    #expect(await labels(session) == ["no row, busy", "no word", "no total"])
    await session.end()
    opening.finish()
    repeat { try await log.flush() } while try await log.records(of: .app, after: 0, limit: .max).count < 2

    let second = process(log, "second", more)
    let back = try #require(
      try await second.store.connect(session.id, token: session.token, visitor: "v", from: "a"))
    await back.live.settle()
    #expect(await labels(back) == ["3 left", more == .request ? "TEA" : "no word", "no total"])
  }

  /// It failed with what was never asked for, since that had its id.
  @Test func `what was under way is asked for again in a program that asks for something more in the act`() async throws
  {
    let log = try MemoryLog()
    let stuck = Depot(whenInterrupted: .askAgain, isStuck: true)
    let first = process(log, "first", .nothing, stuck)
    let session = try await first.store.open("/", visitor: "v", reading: ["en"], from: "a")
    try await press(session)
    while stuck.asked.withLock({ $0.count }) < 2 { await Task.yield() }
    await session.end()
    try await log.flush()

    let depot = Depot(whenInterrupted: .askAgain)
    let second = process(log, "second", .requestInAct, depot)
    let back = try #require(
      try await second.store.connect(session.id, token: session.token, visitor: "v", from: "a"))
    await back.live.settle()
    #expect(await labels(back) == ["3 left", "failed", "6 in all"])
    #expect(depot.asked.withLock { $0.sorted() } == ["coffee", "tea"])
    withExtendedLifetime(first) {}
  }
}
