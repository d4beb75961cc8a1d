import EventLog
import EventMacros
import EventStream
import Testing
import ViewKit

@testable import WebServer

/// Recordings whose numbers don't go on behind each other, and of which nothing is missing.
@Suite struct `A session that counts otherwise when it is played`: CountingProcesses {
  @Event enum ChatEvent {
    case said(Int)
  }

  @Event(reach: .app)
  enum NewsEvent {
    case told(Int)
  }

  /// Counts, and says something as often as its program has it, with each press and with all news.
  private final class Talking: Controller {
    @SessionState private var count = 0
    private let number = Label()
    private let times: Int

    init(_ times: Int) { self.times = times }

    override func loadView() -> View {
      let more = Button("More") { [unowned self] in
        count += 1
        didRestoreState()
        talk()
      }
      return Stack.main(number, more)
    }

    override func viewDidLoad() {
      on(\NewsEvent.told) { talking, _ in talking.talk() }
    }

    override func didRestoreState() { number.text = "\(count)" }

    private func talk() {
      for word in 0..<times { send(ChatEvent.said(word)) }
    }
  }

  /// A process of a program that says something so often.
  private func process(_ log: any EventLog, saying times: Int, snapshots: Int = 0) -> SessionStore {
    process(log, program: "says \(times)", snapshots: snapshots) { Talking(times) }
  }

  private func back(
    _ store: SessionStore, _ session: WebSession, of visitor: String = "v"
  ) async throws -> WebSession {
    try #require(try await store.connect(session.id, token: session.token, visitor: visitor, from: "a"))
  }

  @Test(arguments: [0, 3])
  func `comes back in one program after the other, however much each does`(snapshots: Int) async throws {
    let log = try MemoryLog()
    let session = try await open(process(log, saying: 0, snapshots: snapshots))
    try await press(session, times: 3)
    try await log.flush()
    var count = 3
    for times in [2, 0, 5, 5, 1] {
      let store = process(log, saying: times, snapshots: snapshots)
      store.stream.send(NewsEvent.told(times))
      let back = try await back(store, session)
      #expect(await text(back) == "\(count)")
      try await press(back, times: 2, from: count + 1)
      count += 2
      try await log.flush()
    }
    let export = try #require(try await SessionExport(session.id, from: log))
    #expect(try SessionRecording(export).turns.count > count)
  }

  @Test func `comes back when what followed from its last act was never written`() async throws {
    let whole = try MemoryLog()
    let session = try await open(process(whole, saying: 4))
    try await press(session, times: 3)
    try await whole.flush()
    let records = try await whole.records(of: nil, after: 0, limit: .max)
    let last = try #require(records.lastIndex { $0.name == "SessionEvent.acted" })
    let log = try MemoryLog()
    try await log.add(Array(records[...last]))
    for count in 3...5 {
      let back = try await back(process(log, saying: 4), session)
      #expect(await text(back) == "\(count)")
      try await press(back, times: 1, from: count + 1)
      try await log.flush()
    }
  }

  @Test func `comes back from a snapshot when it was compacted between its returns`() async throws {
    let log = try MemoryLog()
    let session = try await open(process(log, saying: 2, snapshots: 4))
    try await press(session, times: 6)
    _ = try await snapshot(in: log, of: session)
    var count = 6
    for times in [2, 3, 2] {
      try await log.flush()
      try await log.compact()
      let back = try await back(process(log, saying: times, snapshots: 4), session)
      #expect(await text(back) == "\(count)")
      try await press(back, times: 1, from: count + 1)
      count += 1
    }
  }

  /// Goes on from a moment of a session.
  private func goOn(
    _ store: SessionStore, from session: WebSession, at position: UInt64, in log: any EventLog
  ) async throws -> WebSession {
    let continuation = Continuation(log: log, decoder: EventDecoder(), admission: .thisMachine)
    let path = try await store.goOn(from: session.id, at: position, in: continuation, visitor: "w", from: "b")
    return try #require(store.continued.take(for: "w", at: path))
  }

  @Test func `comes back where it went on from a moment of another, and from one at which that was told news`()
    async throws
  {
    let log = try MemoryLog()
    let session = try await open(process(log, saying: 0))
    try await press(session, times: 4)
    let second = process(log, saying: 3)
    second.stream.send(NewsEvent.told(7))
    try await log.flush()
    let new = try await goOn(second, from: session, at: .max / 2, in: log)
    #expect(await text(new) == "4")
    try await log.flush()
    let records = try await log.records(of: .session(new.id), after: 0, limit: .max)
    let told = try #require(records.first { $0.name == "NewsEvent.told" })
    // The new one's recording ends where it was told, before it says that it has returned.
    let another = try await goOn(process(log, saying: 1), from: new, at: told.position, in: log)
    try await log.flush()
    for times in [0, 3, 6] {
      #expect(await text(try await back(process(log, saying: times), new, of: "w")) == "4")
      #expect(await text(try await back(process(log, saying: times), another, of: "w")) == "4")
      try await log.flush()
    }
  }
}
