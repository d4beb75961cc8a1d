import EventLog
import EventStream
import Testing

@testable import DevTools

@Suite struct LogIndexTests {
  private func index(of log: ArrayLog, limit: Int = 1000) async throws -> LogIndex {
    let index = LogIndex(limit: limit)
    index.add(try await log.heads(after: 0, limit: .max))
    return index
  }

  /// The numbers of all entries that a filter lets through.
  private func all(_ filter: LogFilter, in index: LogIndex) -> [Int] {
    index.look(through: filter, behind: LogIndex.Extent(generation: 0, count: 0)).numbers
  }

  private func positions(_ numbers: [Int], in index: LogIndex) -> [UInt64] {
    numbers.compactMap { index.entry($0)?.position }
  }

  @Test func `filters let through what they say`() async throws {
    let index = try await index(of: .oneClick)
    func found(_ filter: LogFilter) -> [UInt64] { positions(all(filter, in: index), in: index) }
    #expect(found(LogFilter()) == Array(1...8))
    #expect(found(LogFilter(source: .session("bo-9Zk4"))) == [7, 8])
    #expect(found(LogFilter(source: .session("nobody"))) == [])
    #expect(found(LogFilter(name: "TodoEvent")) == [1, 6, 8])
    #expect(found(LogFilter(name: "TodoEvent.row")) == [6, 8])
    #expect(found(LogFilter(name: "Todo")) == [])
    #expect(found(LogFilter(onlyInputs: true)) == [1, 5, 7])
    #expect(found(LogFilter(source: .app, name: "StoreEvent")) == [2, 4])
    #expect(found(LogFilter(chain: [EventID(rawValue: 4)])) == [4, 5, 7])
  }

  @Test func `beyond the limit the older half is forgotten, and everyone can tell`() async throws {
    let log = ArrayLog()
    for _ in 0..<101 { log.add("A.b", on: .app) }
    let index = try await index(of: log, limit: 100)
    #expect(index.extent == LogIndex.Extent(generation: 1, count: 50))
    #expect(index.entry(0)?.position == 52)
    #expect(index.number(ofPosition: 51) == nil)
    #expect(index.number(ofPosition: 101) == 49)
    #expect(index.lastPosition == 101)
  }

  /// Each that had ever passed was kept as long as the tools were open.
  @Test func `streams are forgotten with the last of their entries, and the others stay what they are`() async throws {
    let log = ArrayLog()
    for number in 1...101 { log.add("A.b", on: .session("s\(number)")) }
    let index = LogIndex(limit: 100)
    index.add(try await log.heads(after: 0, limit: 100))
    let (first, last) = (try #require(index.entry(0)), try #require(index.entry(99)))
    index.add(try await log.heads(after: 100, limit: .max))
    let streams = (52...101).reversed().map { LogSource.session("s\($0)") }
    #expect(index.sources(1000) == streams)
    #expect(index.source(last.source) == .session("s100"), "who looked it up before may ask now")
    #expect(index.source(first.source) == .app)
    log.add("A.b", on: .session("s1"))
    index.add(try await log.heads(after: 101, limit: .max))
    func found(_ session: String) -> [UInt64] {
      positions(all(LogFilter(source: .session(session)), in: index), in: index)
    }
    #expect(found("s1") == [102])
    #expect(found("s2") == [])
    #expect(found("s52") == [52])
    #expect(found("s101") == [101])
  }

  @Test func `events are counted though they are forgotten, and screens aren't`() async throws {
    let log = ArrayLog()
    log.add("A.b", on: .session("gone"))
    for _ in 1...60 {
      log.add("A.b", on: .session("mine"))
      log.add(LogIndex.screenName, on: .session("mine"))
    }
    for _ in 1...45 { log.add("A.b", on: .app) }
    let index = try await index(of: log, limit: 100)
    #expect(index.extent.count == 50)
    #expect(index.count(of: .session("mine")) == 60)
    #expect(index.count(of: .session("gone")) == nil)
    #expect(LogIndex().count(of: .session("gone")) == 0)
  }

  @Test func `what two read at once is taken in once`() async throws {
    let heads = try await ArrayLog.oneClick.heads(after: 0, limit: .max)
    let index = LogIndex()
    for _ in 0..<2 { index.add(heads, behind: [3...3]) }
    #expect(positions(all(LogFilter(), in: index), in: index) == Array(1...8))
    #expect(index.damage == [3...3])
  }

  @Test(arguments: [1, 2, 4, 6, 8] as [UInt64])
  func `a tree has all that an event led to, from whichever of its events one comes`(position: UInt64) async throws {
    let index = try await index(of: .oneClick)
    let number = try #require(index.number(ofPosition: position))
    let tree = index.withEntries { CauseTree(around: number, in: $0) }
    let nodes = tree.nodes.compactMap { node in index.entry(node.number).map { "\(node.depth):\($0.position)" } }
    #expect(nodes == ["0:1", "1:2", "2:4", "3:5", "3:6", "3:7", "3:8"])
    #expect(tree.ids(in: index) == Set([1, 2, 4, 6, 8].map(EventID.init(rawValue:))))
  }

  @Test func `an event alone is a tree of one`() async throws {
    let index = try await index(of: .oneClick)
    #expect(index.withEntries { CauseTree(around: 2, in: $0) }.nodes == [CauseTree.Node(number: 2, depth: 0)])
    #expect(index.withEntries { CauseTree(around: 99, in: $0) }.nodes.isEmpty)
  }

  @Test func `a chain without end is cut`() async throws {
    let log = ArrayLog()
    log.add("A.b", on: .app)
    for number in 1..<2000 { log.add("A.b", on: .app, cause: UInt64(number)) }
    let index = try await index(of: log, limit: 10_000)
    let tree = index.withEntries { CauseTree(around: 0, in: $0) }
    #expect(tree.nodes.count == CauseTree.limit)
    #expect(tree.isCut)
  }

  @Test func `an event is in its own tree with all that led to it, however much else there is`() async throws {
    let log = ArrayLog()
    log.add("A.root", on: .app)
    for _ in 1...300 { log.add("A.effect", on: .app, cause: 1) }
    log.add("A.step", on: .app, cause: 1)
    for _ in 1...300 { log.add("A.effect", on: .app, cause: 1) }
    log.add("A.chosen", on: .app, cause: 302)
    let index = try await index(of: log)
    let tree = index.withEntries { CauseTree(around: 602, in: $0) }
    #expect(tree.nodes.count == CauseTree.limit && tree.isCut)
    let place = try #require(tree.nodes.firstIndex(of: CauseTree.Node(number: 301, depth: 1)))
    #expect(tree.nodes[0] == CauseTree.Node(number: 0, depth: 0))
    #expect(tree.nodes[place + 1] == CauseTree.Node(number: 602, depth: 2))
  }

  @Test func `of causes without end the nearest are shown`() async throws {
    let log = ArrayLog()
    log.add("A.b", on: .app)
    for number in 1..<2000 { log.add("A.b", on: .app, cause: UInt64(number)) }
    let index = try await index(of: log, limit: 10_000)
    let tree = index.withEntries { CauseTree(around: 1999, in: $0) }
    #expect(tree.nodes.map(\.number) == Array(1500...1999))
    #expect(tree.isCut)
  }

  @Test func `a tree that is just small enough isn't cut`() async throws {
    let log = ArrayLog()
    log.add("A.root", on: .app)
    for _ in 1..<CauseTree.limit { log.add("A.effect", on: .app, cause: 1) }
    let index = try await index(of: log)
    let tree = index.withEntries { CauseTree(around: 7, in: $0) }
    #expect(tree.nodes.count == CauseTree.limit && !tree.isCut)
  }

  @Test func `a million events are filtered while one blinks`() throws {
    let index = LogIndex()
    let records = (1...1_000_000).map { number in
      LogRecord(
        position: UInt64(number), source: number % 3 == 0 ? .app : .session("s\(number % 100)"),
        name: "E.c\(number % 40)",
        sequence: 1, id: EventID(rawValue: UInt64(number)), cause: nil, answers: nil, requests: [],
        time: Timestamp(milliseconds: 0), marks: [], payload: .nothing)
    }
    index.add(LogHeads(records))
    let clock = ContinuousClock()
    var count = 0
    let time = clock.measure { count = all(LogFilter(source: .app, name: "E.c3"), in: index).count }
    print("a filter over a million events takes \(time)")
    #expect(count == 8334)
    let tree = clock.measure { _ = index.withEntries { CauseTree(around: 500_000, in: $0) } }
    print("a tree in the midst of a million events takes \(tree)")
    // Without optimisation; a release build is some twenty times as fast.
    #expect(time < .seconds(2))
    #expect(tree < .seconds(1))
  }
}
