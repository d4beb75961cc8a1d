import EventLog
import EventStream
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization
import Testing
import ViewKit

@testable import WebServer

/// What a page says when it is left: done once, in order, and for nobody else.
@Suite struct BeaconTests {
  final class Screen: Controller {
    let shown = Label("0")
    private var count = 0

    override func loadView() -> View {
      let input = TextInput.line("Add")
      input.onSubmit = { [weak self] in self?.add(Int($0) ?? 0) }
      return Stack.main(shown, Button("Count") { [weak self] in self?.add(1) }, input)
    }

    private func add(_ number: Int) {
      count += number
      shown.text = "\(count)"
    }
  }

  struct App: LiveApp {
    let name = "Test"
    func session(for visitor: Visitor) -> Session {
      Session(
        screens: Routes {
          "/" ~> { Screen() }
          "/other" ~> { Screen() }
        })
    }
  }

  let visitor = "0123456789abcdefghijkl"
  let store: SessionStore
  let beacons: BeaconResponder
  let session: WebSession
  let button: Int
  let field: Int

  init() async throws {
    store = SessionStore(App(), stream: AppStream(), configuration: ServerConfiguration())
    beacons = BeaconResponder(stores: [store])
    session = try await store.open("/", visitor: visitor, reading: ["en"], from: "a")
    let views = try #require(await Self.views(of: session))
    (button, field) = (views[1], views[2])
  }

  private static func views(of session: WebSession) async -> [Int]? {
    await session.live.withScreen { $0.root.children[0].children[0].children.map(\.id) }
  }

  private func count(in session: WebSession? = nil) async -> String? {
    await (session ?? self.session).live.withScreen { tree in
      (tree.root.children[0].children[0].children[0] as? Label)?.text
    } ?? nil
  }

  private func hello(of session: WebSession? = nil, token: String? = nil) -> String {
    let session = session ?? self.session
    return "[\"h\",\"\(session.id)\",\"\(token ?? session.token)\",0]"
  }

  private func request(_ lines: [String], change: (inout HTTPFields) -> Void = { _ in }) -> Request {
    var headers: HTTPFields = [.origin: "http://here", .cookie: "ghostlight=\(visitor)"]
    change(&headers)
    let head = HTTPRequest(
      method: .post, scheme: "http", authority: "here", path: BeaconResponder.path, headerFields: headers)
    return Request(head: head, body: RequestBody(buffer: ByteBuffer(string: lines.joined(separator: "\n"))))
  }

  /// Each of thousands of pages of one address could have four on their way that never came to their end.
  @Test func `beacons of one address take only so much room together`() async throws {
    let other = try await store.open("/", visitor: visitor, reading: ["en"], from: "a")
    #expect(other.quota === session.quota && other.quota.hold(bytes: (16 << 20) - 1_000))
    let lines = [hello(), "[\"i\",1,\(button),\"t\"]"]
    // One that doesn't say how long it is may be as long as any.
    for length in ["60000", nil] {
      let answer = await beacons.take(request(lines) { $0[.contentLength] = length }, from: "a")
      #expect(answer.status == .tooManyRequests)
    }
    #expect(await count() == "0")
    other.quota.letGo(bytes: (16 << 20) - 1_000)
    for number in 1...2 {
      let said = request([hello(), "[\"i\",\(number),\(button),\"t\"]"]) { $0[.contentLength] = "60000" }
      #expect(await beacons.take(said, from: "a").status == .noContent)
    }
    #expect(await count() == "2" && session.quota.hold(bytes: 16 << 20), "it is given back")
  }

  private func say(_ lines: String...) async -> HTTPResponse.Status {
    await beacons.take(request([hello()] + lines), from: "a").status
  }

  @Test func `what was never sent is done, in order`() async throws {
    #expect(
      await say("[\"i\",1,\(button),\"t\"]", "[\"i\",2,\(field),\"s\",\"20\"]", "[\"i\",3,0,\"v\",\"/other\",0]")
        == .noContent)
    #expect(session.lastFinished == 3)
    #expect(await session.live.withScreen { $0.path } == "/other")
  }

  @Test func `what has come before isn't done once more, and what is behind a gap isn't done`() async throws {
    try await session.receive(Intent(.view(button), .tap), number: 1) { session.take(1) }
    let first = "[\"i\",1,\(button),\"t\"]"
    #expect(await say(first, "[\"i\",2,\(field),\"s\",\"20\"]") == .noContent)
    #expect(await count() == "21")
    #expect(await say(first, "[\"i\",2,\(field),\"s\",\"20\"]", "[\"i\",4,\(button),\"t\"]") == .noContent)
    #expect(await count() == "21")
    #expect(session.lastTaken == 2)
  }

  /// The page has gone, and nobody says it once more.
  @Test func `what is said to be done is durable`() async throws {
    let log = try HeldLog()
    let journal = Journal(log, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let store = SessionStore(App(), stream: AppStream(), configuration: ServerConfiguration(), journal: journal)
    let session = try await store.open("/", visitor: visitor, reading: ["en"], from: "a")
    let button = try #require(await Self.views(of: session))[1]
    let isAnswered = Mutex(false)
    log.hold()
    let said = request([hello(of: session), "[\"i\",1,\(button),\"t\"]"])
    async let status = {
      let status = await BeaconResponder(stores: [store]).take(said, from: "a").status
      isAnswered.withLock { $0 = true }
      return status
    }()
    while await count(in: session) != "1" { try await Task.sleep(for: .milliseconds(1)) }
    try await Task.sleep(for: .milliseconds(50))
    #expect(!isAnswered.withLock { $0 })
    log.release()
    #expect(await status == .noContent)
  }

  @Test func `what is refused holds nothing up`() async throws {
    #expect(await say("[\"i\",1,9999,\"t\"]", "[\"i\",2,\(button),\"t\"]") == .noContent)
    #expect(await count() == "1")
    #expect(session.lastFinished == 2)
  }

  /// Whoever may not speak, or says who he is at endless length, had the server keep all that he sent.
  @Test(arguments: [(true, "x", HTTPResponse.Status.badRequest), (false, "\n", .forbidden)])
  func `what comes behind nobody's hello isn't waited for`(
    isHello: Bool, line: String, expected: HTTPResponse.Status
  ) async throws {
    let (body, source) = RequestBody.makeStream()
    var first = request([])
    first.body = body
    let start = isHello ? String(repeating: line, count: 5_000) : hello(token: "0123456789abcdefghijkl") + line
    async let answer = beacons.take(first, from: "a")
    await source.yield(ByteBuffer(string: start))
    #expect(await answer.status == expected)
    source.finish()
  }

  @Test func `of a session few beacons come at a time`() async throws {
    let open = (0..<4).map { _ in RequestBody.makeStream() }
    var answers: [Task<HTTPResponse.Status, Never>] = []
    for (body, source) in open {
      var request = request([])
      request.body = body
      answers.append(Task { [request, beacons] in await beacons.take(request, from: "a").status })
      await source.yield(ByteBuffer(string: hello() + "\n"))
    }
    while await say() != .tooManyRequests { await Task.yield() }
    for (_, source) in open { source.finish() }
    for answer in answers { #expect([.noContent, .conflict].contains(await answer.value)) }
    #expect(await say("[\"i\",1,\(button),\"t\"]") == .noContent)
  }

  @Test func `nobody else can say anything`() async throws {
    let lines = ["[\"i\",1,\(button),\"t\"]"]
    func status(_ lines: [String], _ change: (inout HTTPFields) -> Void = { _ in }) async -> HTTPResponse.Status {
      await beacons.take(request(lines, change: change), from: "a").status
    }
    #expect(await status([hello()] + lines) { $0[.origin] = "http://elsewhere" } == .forbidden)
    #expect(await status([hello()] + lines) { $0[.cookie] = "ghostlight=0123456789abcdefghijkm" } == .forbidden)
    #expect(await status([hello()] + lines) { $0[.cookie] = nil } == .forbidden)
    #expect(await status([hello(token: "0123456789abcdefghijkl")] + lines) == .forbidden)
    #expect(await count() == "0")
    #expect(await status([hello()] + lines) == .noContent)
    #expect(await count() == "1")
  }

  @Test(arguments: ["", "[\"i\",1,2,\"t\"]", "{", "[\"h\"]", "\n\n"])
  func `what doesn't begin with a hello is no beacon`(body: String) async throws {
    #expect(await beacons.take(request([body]), from: "a").status == .badRequest)
  }

  @Test func `what comes before something malformed is done`() async throws {
    #expect(await say("[\"i\",1,\(button),\"t\"]", "[\"i\",2,", "[\"i\",3,\(button),\"t\"]") == .badRequest)
    #expect(await count() == "1")
  }

  @Test func `more than browsers deliver isn't read`() async throws {
    let long = String(repeating: "x", count: BeaconResponder.mostBytes)
    #expect(await say("[\"i\",1,\(field),\"s\",\"\(long)\"]") == .contentTooLarge)
    #expect(session.lastTaken == 0)
  }

  private func journal() throws -> Journal {
    Journal(try MemoryLog(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  private func process(with journal: Journal) -> SessionStore {
    SessionStore(App(), stream: AppStream(), configuration: ServerConfiguration(), journal: journal)
  }

  @Test func `a session is brought back for it, and waits for its page as a new one does`() async throws {
    let journal = try self.journal()
    let session = try await process(with: journal).open("/", visitor: visitor, reading: ["en"], from: "a")
    let next = process(with: journal)
    let lines = [hello(of: session), "[\"i\",1,\(button),\"t\"]"]
    #expect(await BeaconResponder(stores: [next]).take(request(lines), from: "a").status == .noContent)
    let back = try #require(next.session(session.id, token: session.token, visitor: visitor))
    #expect(await count(in: back) == "1")
    await next.sweep(now: .now + .seconds(30))
    #expect(next.count == 0)
  }

  /// It showed what had been before, and what was done on it at once came before what had been said last.
  @Test(.timeLimit(.minutes(1))) func `the page that is asked for behind it is made behind it`() async throws {
    let next = Task { [store, visitor, session] in
      let cookies = "ghostlight=\(visitor); ghostlight-said-\(session.id)=2"
      _ = try await store.open("/", visitor: visitor, reading: ["en"], from: "a", with: cookies)
      return session.lastFinished
    }
    #expect(await say("[\"i\",1,\(button),\"t\"]") == .noContent)
    try await Task.sleep(for: .milliseconds(50))
    #expect(store.count == 1)
    #expect(await say("[\"i\",2,\(button),\"t\"]") == .noContent)
    #expect(try await next.value == 2)
    #expect(store.count == 2)
  }

  /// It came without that: the session was only in the log.
  @Test(.timeLimit(.minutes(1))) func `a page is made behind a session that is brought back, too`() async throws {
    let journal = try self.journal()
    let session = try await process(with: journal).open("/", visitor: visitor, reading: ["en"], from: "a")
    try await journal.log.flush()
    let store = process(with: journal)
    let next = Task { [visitor] in
      let cookies = "ghostlight-said-\(session.id)=1"
      _ = try await store.open("/", visitor: visitor, reading: ["en"], from: "a", with: cookies)
      return store.session(session.id, token: session.token, visitor: visitor)?.lastFinished
    }
    try await Task.sleep(for: .milliseconds(50))
    let lines = [hello(of: session), "[\"i\",1,\(button),\"t\"]"]
    #expect(await BeaconResponder(stores: [store]).take(request(lines), from: "a").status == .noContent)
    #expect(try await next.value == 1)
    // Nor is there any wait for one that isn't there either.
    let begin = ContinuousClock.now
    _ = try await store.open("/", visitor: visitor, reading: ["en"], from: "a", with: "ghostlight-said-nobody=1")
    #expect(begin.duration(to: .now) < .seconds(1))
  }

  @Test(.timeLimit(.minutes(1))) func `a page is made behind the last words of several`() async throws {
    let other = try await open(saying: "")
    let next = Task { [self] in
      // Those that were left before, and had nothing to say, don't count, nor do too many.
      let others = (1...20).map { "ghostlight-said-other\($0)=\($0 % 2); " }.joined()
      _ = try await open(saying: "\(others)ghostlight-said-\(session.id)=1; ghostlight-said-\(other.id)=1")
      return [session.lastFinished, other.lastFinished]
    }
    #expect(await say("[\"i\",1,\(button),\"t\"]") == .noContent)
    try await Task.sleep(for: .milliseconds(50))
    #expect(store.count == 2)
    try await other.receive(Intent(.view(button), .tap), number: 1) { other.take(1) }
    #expect(try await next.value == [1, 1])
  }

  @Test func `a page doesn't wait for what is never said`() async throws {
    let begin = ContinuousClock.now
    // Longer than a moment.
    _ = try await open(saying: "ghostlight-said-\(session.id)=1")
    #expect(begin.duration(to: .now) >= .seconds(1))
    let then = ContinuousClock.now
    try await session.receive(Intent(.view(button), .tap), number: 1) { session.take(1) }
    for said in [
      "\(session.id)=1", "\(session.id)=0", "\(session.id)=-1", "\(session.id)=", "\(session.id)", "=1", "nobody=1",
      "\(session.id)=99999999999999999999", "\(session.id)=1=2", "\(session.id)=1; ghostlight-said-nobody=1",
    ] { _ = try await open(saying: "ghostlight-said-\(said)") }
    // Nor for what another says, whoever tells of it.
    _ = try await open(saying: "ghostlight-said-\(session.id)=9", as: String(visitor.reversed()))
    #expect(then.duration(to: .now) < .seconds(1))
  }

  private func open(saying cookies: String, as visitor: String? = nil) async throws -> WebSession {
    try await store.open("/", visitor: visitor ?? self.visitor, reading: ["en"], from: "a", with: cookies)
  }

  @Test func `a page that takes nothing in isn't told more and more`() async throws {
    for number in 1...1_001 {
      try? await session.receive(Intent(.view(9999), .tap), number: number) { session.take(number) }
    }
    #expect(await say("[\"i\",1002,\(button),\"t\"]") == .tooManyRequests)
    #expect(await count() == "0")
  }

  @Test func `of a session that has lost what was private nothing is done`() async throws {
    session.noteLackOfPrivate()
    #expect(await say("[\"i\",1,\(button),\"t\"]") == .conflict)
    #expect(await count() == "0")
  }

  /// Each held what it had said for as long as its session was read slowly.
  @Test func `of several that wait only the last is done`() async throws {
    // More than may be taken at once: they wait for minutes.
    _ = session.throttle(100_000_000)
    let lines = [hello(), "[\"i\",1,\(button),\"t\"]"]
    let first = Task { [beacons, said = request(lines)] in await beacons.take(said, from: "a").status }
    while session.pauses.count == 0 { try await Task.sleep(for: .milliseconds(1)) }
    let second = Task { [beacons, said = request(lines)] in await beacons.take(said, from: "a").status }
    #expect(await first.value == .conflict)
    while session.pauses.count == 0 { try await Task.sleep(for: .milliseconds(1)) }
    // As the server does it that ends.
    second.cancel()
    #expect(await second.value == .conflict)
    #expect(session.pauses.count == 0)
    #expect(session.lastTaken == 0)
  }

  /// One that had come late took the place of what the page had said since, and that was lost.
  @Test(.timeLimit(.minutes(1))) func `one that says less than another leaves it its turn`() async throws {
    _ = session.throttle(100_000_000)
    let (one, two) = ("[\"i\",1,\(button),\"t\"]", "[\"i\",2,\(button),\"t\"]")
    let more = Task { [beacons, said = request([hello(), one, two])] in await beacons.take(said, from: "a").status }
    while session.pauses.count == 0 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(await say(one) == .conflict)
    #expect(session.pauses.count == 1)
    more.cancel()
    #expect(await more.value == .conflict)
    // It is over: what comes now is in nobody's way.
    #expect(session.pauses.beginBeacon(saying: 1...1) != nil)
  }
}
