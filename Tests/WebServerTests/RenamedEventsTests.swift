import EventLog
import EventMacros
import EventStream
import Logging
import Testing
import ViewKit

@testable import WebServer

/// Sessions that come back in a program which calls its events otherwise than the log does.
@Suite struct RenamedEventsTests {
  @Event(reach: .app)
  enum StockroomEvent {
    @Answered(by: \.counted) case count(String)
    case counted(Result<Int, StockroomFailure>)
    case delivered(Int)
  }

  @Event
  enum StockShelfEvent {
    @Answered(by: \.row) case showRow(String)
    case row(Result<Int, StockroomFailure>)
  }

  struct StockroomFailure: AnswerFailure {
    let text: String
    init(_ error: any Error) { text = "\(error)" }
  }

  private struct Stockroom: Server {
    var observers: some Observers { Answer(\StockroomEvent.count, whenInterrupted: .askAgain) { name in name.count } }
  }

  /// Answers the screen's request by way of the app.
  private struct Presentation: Server {
    var observers: some Observers {
      On(\StockShelfEvent.showRow) { name in StockroomEvent.count(name) }
      On(\StockroomEvent.counted) { count in StockShelfEvent.row(count) }
    }
  }

  private final class Shelf: Controller {
    let row = Label("no row"), news = Label("no news")
    override func loadView() -> View { Stack.main(row, news) }
    override func viewDidLoad() {
      onAnswer(to: \StockShelfEvent.showRow) { shelf, answer in
        if case .success(let count) = answer { shelf.row.text = "\(count) left" }
      }
      on(\StockroomEvent.delivered) { shelf, count in shelf.news.text = "\(count) came" }
      busy(row, while: \StockShelfEvent.showRow)
    }
    override func viewDidAppear() { send(StockShelfEvent.showRow("tea")) }
  }

  private struct App: LiveApp {
    let name = "Stock"
    func session(for visitor: Visitor) -> Session {
      Session(Presentation(), screens: Routes { "/" ~> { Shelf() } })
    }
  }

  private func process(
    _ log: any EventLog, _ migrations: LogMigrations = LogMigrations()
  ) -> (store: SessionStore, stream: AppStream) {
    let journal = Journal(
      log, decoder: EventDecoder(migrations: migrations),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let stream = AppStream()
    stream.add(LogTap(log))
    stream.start(Stockroom())
    return (SessionStore(App(), stream: stream, configuration: ServerConfiguration(), journal: journal), stream)
  }

  private func labels(_ session: WebSession) async -> [String] {
    await session.live.withScreen { tree in
      (1...50).compactMap { tree.view($0) }.filter { $0.kind == .label }
        .map { $0.isBusy ? "\($0[text: .text]), busy" : $0[text: .text] }
    } ?? []
  }

  /// What is in a log, as a program has written it that called things by other names.
  private func log(like log: MemoryLog, callingBefore names: [String: String]) async throws -> MemoryLog {
    func before(_ name: String) -> String {
      let renamed = names.first { name == $0.key || name.hasPrefix($0.key + ".") }
      return renamed.map { $0.value + name.dropFirst($0.key.count) } ?? name
    }
    let records = try await log.records(of: nil, after: 0, limit: .max).map { record in
      LogRecord(
        position: record.position, source: record.source, name: before(record.name), sequence: record.sequence,
        id: record.id, cause: record.cause, answers: record.answers,
        requests: record.requests.map { RecordedRequest(id: $0.id, name: before($0.name)) }, time: record.time,
        marks: record.marks, version: record.version, payload: record.payload)
    }
    let old = try MemoryLog(version: 2)
    try await old.add(records)
    return old
  }

  @Test(arguments: [
    ["StockShelfEvent.showRow": "StockShelfEvent.wantRow", "StockroomEvent.delivered": "StockroomEvent.came"],
    ["StockShelfEvent": "RackEvent", "StockroomEvent": "CellarEvent"],
  ])
  func `an answer finds its request, and news who missed them, by the names of today`(names: [String: String])
    async throws
  {
    let log = try MemoryLog()
    let first = process(log)
    let session = try await first.store.open("/", visitor: "v", reading: ["en"], from: "a")
    await session.live.settle()
    #expect(await labels(session) == ["3 left", "no news"])
    await session.end()
    first.stream.send(StockroomEvent.delivered(5))
    try await log.flush()

    let old = try await self.log(like: log, callingBefore: names)
    let migrations = LogMigrations(names.map { LogMigration.renamed($0.value, to: $0.key) })
    let second = process(old, migrations).store
    let back = try #require(try await second.connect(session.id, token: session.token, visitor: "v", from: "a"))
    await back.live.settle()
    #expect(await labels(back) == ["3 left", "5 came"])
  }
}
