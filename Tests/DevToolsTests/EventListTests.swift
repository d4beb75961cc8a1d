import EventLog
import EventStream
import Testing

@testable import DevTools

@Suite struct EventListTests {
  private let log = ArrayLog.oneClick
  private let index = LogIndex()

  private func read() async throws {
    index.add(try await log.heads(after: index.lastPosition, limit: .max))
  }

  private func answer(_ search: TextSearch, by batch: UInt64 = 3) async throws -> TextFindings {
    let start = max(search.start, search.end - min(search.end, batch))
    let records = try await log.records(of: nil, after: start, limit: Int(batch))
    let found = records.filter {
      $0.position <= search.end && TextPattern(search.text).matches(log.content(of: $0.position).utf8)
    }
    return TextFindings(search: search, positions: found.map(\.position).reversed(), searched: start)
  }

  @Test func `the newest event is in row 0, and new ones come above`() async throws {
    try await read()
    var list = EventList(index)
    #expect(list.rebuild() == .all)
    #expect(list.number(ofRow: 0) == 7)
    #expect(list.row(ofNumber: 0) == 7)
    log.add("New.event", on: .app)
    try await read()
    #expect(list.grow() == .inserted(1, at: 0))
    #expect(list.number(ofRow: 0) == 8)
    #expect(list.grow() == .none)
  }

  @Test func `a filter holds for what comes later too`() async throws {
    try await read()
    var list = EventList(index)
    #expect(list.filter { $0.name = "TodoEvent.row" } == .all)
    #expect(list.numbers == [5, 7])
    log.add("New.event", on: .app)
    log.add("TodoEvent.row", on: .app)
    try await read()
    #expect(list.grow() == .inserted(1, at: 0))
    #expect(list.numbers == [5, 7, 9])
  }

  /// It went through all that a log has forgotten, and what a list can't show.
  @Test func `a search ends at the oldest event that can be shown`() async throws {
    let all = try await log.heads(after: 3, limit: .max)
    index.add(all)
    var list = EventList(index)
    _ = list.search(for: "milk")
    let search = list.nextSearch()
    #expect(search?.start == 3 && search?.end == 8)
  }

  @Test func `a search goes back piece by piece, and takes in what comes meanwhile`() async throws {
    try await read()
    var list = EventList(index)
    #expect(list.search(for: "milk") == .all)
    let next = list.nextSearch()
    let first = try #require(next)
    #expect(list.nextSearch() == nil)
    #expect(list.take(try await answer(first)) == .inserted(3, at: 0))
    log.add("New.event", on: .app, content: "MILK again")
    try await read()
    #expect(list.grow() == .none)
    var changes: [EventList.Change] = []
    while let search = list.nextSearch() { changes.append(list.take(try await answer(search))) }
    #expect(changes == [.inserted(1, at: 0), .inserted(2, at: 4), .none])
    #expect(list.numbers.compactMap { index.entry($0)?.position } == [4, 5, 6, 7, 8, 9])
    #expect(!list.isSearching)
  }

  @Test func `an answer to a search that nobody wants any more changes nothing`() async throws {
    try await read()
    var list = EventList(index)
    _ = list.search(for: "milk")
    let next = list.nextSearch()
    let search = try #require(next)
    _ = list.search(for: "bread")
    #expect(list.take(try await answer(search)) == .none)
    #expect(list.nextSearch()?.text == "bread")
  }

  @Test func `what somebody else reads on meanwhile is listed once`() async {
    let count = 20_000
    let reading = Task.detached { [index] in
      for position in 1...count {
        index.add(
          LogHeads([
            LogRecord(
              position: UInt64(position), source: .app, name: "A.b", sequence: UInt64(position),
              id: EventID(rawValue: UInt64(position)), cause: nil, answers: nil, requests: [],
              time: Timestamp(milliseconds: 0), marks: [], payload: .nothing)
          ]))
      }
    }
    var (list, searched) = (EventList(index), EventList(index))
    _ = searched.search(for: "milk")
    while list.numbers.count < count {
      _ = list.numbers.count.isMultiple(of: 7) ? list.rebuild() : list.grow()
      _ = searched.grow()
      await Task.yield()
    }
    await reading.value
    #expect(list.numbers == Array(0..<count))
    // One search goes on where the other ends.
    var places: [ClosedRange<UInt64>] = []
    while let search = searched.nextSearch() {
      places.append(search.start...search.end)
      _ = searched.take(TextFindings(search: search, positions: [], searched: search.start))
    }
    #expect(zip(places, places.dropFirst()).allSatisfy { $0.lowerBound == $1.upperBound })
  }

  @Test(arguments: [("milk", true), ("MILK", true), ("y M", true), ("milks", false), ("", true), ("ü", false)])
  func `text is found in bytes, whatever its case`(text: String, isFound: Bool) {
    #expect(TextPattern(text).matches("Buy Milk".utf8) == isFound)
  }
}
