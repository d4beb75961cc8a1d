import EventLog
import EventMacros
import EventStream
import GhostBinding
import Logging
import Synchronization
import Testing
import ViewKit

@testable import WebServer

/// What a program makes of a session that another has recorded: it must do nothing that its user hasn't done.
@Suite(.timeLimit(.minutes(1))) struct OtherProgramTests {
  @Event(reach: .app)
  enum ShelfEvent {
    @Answered(by: \.deleted) case requestDelete(String)
    case deleted(Result<String, ShelfFailure>)
    @Answered(by: \.counted) case requestCount(String)
    case counted(Result<String, ShelfFailure>)
  }

  struct ShelfFailure: AnswerFailure {
    init(_ error: any Error) {}
  }

  /// Notes what it is asked for.
  private final class Shelf: Server {
    let asked = Mutex<[String]>([])
    /// Whether it answers nothing.
    let isStuck: Bool

    init(isStuck: Bool = false) { self.isStuck = isStuck }

    private func note(_ what: String) async throws -> String {
      asked.withLock { $0.append(what) }
      if isStuck { try await Task.sleep(for: .seconds(1_000)) }
      return String(what.dropFirst(7))
    }

    var observers: some Observers {
      Answer(\ShelfEvent.requestDelete, whenInterrupted: .askAgain) { [unowned self] in try await note("delete \($0)") }
      Answer(\ShelfEvent.requestCount, whenInterrupted: .askAgain) { [unowned self] in try await note("count  \($0)") }
    }
  }

  private struct Thing: ModelType, Identifiable, Equatable {
    let id: String
  }

  private final class ThingCell: TableCell, ViewType {
    let delete = Button("Delete")
    override init() {
      super.init()
      add(delete)
    }
    func take(_ thing: Thing) {}
  }

  /// A list from which things are deleted.
  private final class List: Controller {
    let table = Table("Things", cell: ThingCell())
    var things: [Thing]
    init(_ ids: [String]) { things = ids.map(Thing.init) }

    override func loadView() -> View {
      table.show(things)
      table.onTap(\.delete) { [unowned self] in send(ShelfEvent.requestDelete($0.id)) }
      return Stack.main(table)
    }

    override func viewDidLoad() {
      onSuccess(of: \ShelfEvent.deleted) { list, id in
        list.things.removeAll { $0.id == id }
        list.table.show(list.things)
      }
    }
  }

  /// A button that deletes, asking before or not.
  private final class One: Controller {
    private let asks: Bool
    private let save = Button("Save")
    init(asks: Bool) { self.asks = asks }

    override func loadView() -> View {
      let delete = Button("Delete") { [unowned self] in
        if asks { confirm("Sure?", button: "Yes", cancel: "No") { [unowned self] in ask() } } else { ask() }
      }
      save.isEnabled = !asks
      save.onTap = { [unowned self] in send(ShelfEvent.requestDelete("saved")) }
      return Stack.main(delete, save)
    }

    private func ask() { send(ShelfEvent.requestDelete("it")) }
  }

  private final class Other: Controller {
    private let counts: Bool
    init(counts: Bool) { self.counts = counts }
    override func viewWillAppear() { if counts { send(ShelfEvent.requestCount("all")) } }
  }

  private struct App: LiveApp {
    let name = "Shelf"
    let screen: @Sendable () -> Controller
    let other: @Sendable () -> Controller
    func session(for visitor: Visitor) -> Session {
      Session(
        screens: Routes { [screen, other] in
          Path("/") ~> { screen() }
          Path("/other") ~> { other() }
        })
    }
  }

  private func process(
    _ log: any EventLog, _ program: String, _ shelf: Shelf, counts: Bool = false,
    _ screen: @escaping @Sendable () -> Controller
  ) -> SessionStore {
    let stream = AppStream()
    stream.add(LogTap(log))
    stream.start(shelf)
    let journal = Journal(
      log, decoder: EventDecoder(migrations: LogMigrations()), screenInterval: 1, snapshotInterval: 0,
      mostPlayed: SessionRecording.mostPlayed, program: program,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    return SessionStore(
      App(screen: screen, other: { Other(counts: counts) }), stream: stream, configuration: ServerConfiguration(),
      journal: journal)
  }

  private func open(_ store: SessionStore) async throws -> WebSession {
    try await store.open("/", visitor: "v", reading: ["en"], from: "a")
  }

  private func find(_ session: WebSession, _ isWanted: @Sendable (View) -> Bool) async throws -> Int {
    let found = await session.live.withScreen { tree in
      (1...100).lazy.compactMap { tree.view($0) }.first(where: isWanted)?.id
    }
    return try #require(found ?? nil)
  }

  private func tap(_ session: WebSession, _ target: IntentTarget, _ number: Int) async throws {
    _ = session.take(number)
    try await session.receive(Intent(target, .tap), number: number)
  }

  private func tap(_ session: WebSession, _ name: String, _ number: Int) async throws {
    try await tap(session, .view(try await find(session) { $0[text: .text] == name }), number)
  }

  /// Takes a session over into another program.
  private func goOn(
    _ session: WebSession, _ log: any EventLog, counts: Bool = false, _ screen: @escaping @Sendable () -> Controller
  ) async throws -> [String] {
    try await log.flush()
    let shelf = Shelf()
    let store = process(log, "second", shelf, counts: counts, screen)
    let back = try #require(try await store.connect(session.id, token: session.token, visitor: "v", from: "a"))
    await back.live.settle(atMost: .seconds(5))
    return shelf.asked.withLock { $0 }
  }

  /// Its key is another row's there.
  @Test func `what was done to a row that had gone is done to none`() async throws {
    let log = try MemoryLog()
    let shelf = Shelf()
    let session = try await open(process(log, "first", shelf) { List(["a", "b", "c"]) })
    let row = IntentTarget.row(table: try await find(session) { $0.table != nil }, key: 1, part: 1)
    try await tap(session, row, 1)
    await session.live.settle(atMost: .seconds(5))
    await #expect(throws: IntentRefusal.notOnScreen) { try await tap(session, row, 2) }
    #expect(shelf.asked.withLock { $0 } == ["delete a"])
    #expect(try await goOn(session, log) { List(["c", "b", "a"]) } == [])
  }

  @Test func `what couldn't be used isn't used`() async throws {
    let log = try MemoryLog()
    let session = try await open(process(log, "first", Shelf()) { One(asks: true) })
    await #expect(throws: IntentRefusal.notReachable) { try await tap(session, "Save", 1) }
    #expect(try await goOn(session, log) { One(asks: false) } == [])
  }

  @Test func `what was asked before, and declined, isn't done where nobody asks`() async throws {
    let log = try MemoryLog()
    let session = try await open(process(log, "first", Shelf()) { One(asks: true) })
    try await tap(session, "Delete", 1)
    try await tap(session, "No", 2)
    _ = await session.live.visit(SessionVisit(number: 3, path: "/other", isBack: false))
    #expect(try await goOn(session, log) { One(asks: false) } == [])
  }

  @Test func `what was under way is asked for again`() async throws {
    let log = try MemoryLog()
    let shelf = Shelf(isStuck: true)
    let session = try await open(process(log, "first", shelf) { One(asks: false) })
    try await tap(session, "Delete", 1)
    while shelf.asked.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(1)) }
    #expect(try await goOn(session, log) { One(asks: false) } == ["delete it"])
  }

  @Test func `what a screen asks for because it comes, it asks for in another program too`() async throws {
    let log = try MemoryLog()
    let session = try await open(process(log, "first", Shelf()) { One(asks: true) })
    _ = await session.live.visit(SessionVisit(number: 1, path: "/other", isBack: false))
    #expect(try await goOn(session, log, counts: true) { One(asks: true) } == ["count  all"])
  }
}
