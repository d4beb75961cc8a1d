import EventLog
import EventStream
import Testing

@testable import WebServer

/// What another program has asked for in a user's acts, of what this one asks for in them.
@Suite struct MadeRequestsTests {
  /// What an act led to: the request's case, and its number in that act.
  private typealias Asked = (name: String, number: UInt64)

  private static let time = Timestamp(milliseconds: 7_200_000)

  private func id(_ number: UInt64, ofAct act: UInt64 = 1) -> EventID {
    EventID(rawValue: 0xF0_0008 << 40 | 3 << 37 | act << 12 | number)
  }

  /// The numbers of those of some requests of the first act that were made.
  private func made(
    _ asked: [Asked], ofAct act: UInt64 = 1, where logged: [Asked], besides answered: Set<UInt64> = []
  ) async throws -> [UInt64] {
    let log = try MemoryLog()
    let records = logged.enumerated().map { index, request in
      LogRecord(
        position: 0, source: .app, name: request.name, sequence: UInt64(index + 1), id: id(request.number, ofAct: act),
        cause: nil, answers: nil, requests: [], time: Self.time, marks: [], payload: .nothing)
    }
    try await log.add(records)
    let found = try await MadeRequests.among(
      asked.map { (name: $0.name, id: id($0.number), time: Self.time) }, besides: Set(answered.map { id($0) }),
      before: UInt64(records.count), in: log, EventDecoder())
    return asked.map { $0.number }.filter { found.contains(id($0)) }
  }

  @Test func `a request is known by its id, and by its act and case where something stands before it`() async throws {
    let asked: [Asked] = [("Depot.spell", 0), ("Depot.count", 1)]
    #expect(try await made(asked, where: asked) == [0, 1])
    #expect(try await made(asked, where: [("Depot.count", 0)]) == [1])
    #expect(try await made(asked, where: [("Depot.weigh", 0), ("Depot.weigh", 1)]) == [])
  }

  @Test func `what was asked for in another act is something else`() async throws {
    #expect(try await made([("Depot.count", 1)], ofAct: 2, where: [("Depot.count", 0)]) == [])
  }

  @Test func `what was made once is one request, however often it was made again`() async throws {
    let asked: [Asked] = [("Depot.count", 1), ("Depot.count", 2)]
    #expect(try await made(asked, where: [("Depot.count", 0)]) == [1])
    #expect(try await made(asked, where: [("Depot.count", 0), ("Depot.count", 0)]) == [1])
    #expect(try await made(asked, where: [("Depot.count", 0), ("Depot.count", 1)]) == [1, 2])
  }

  @Test func `what was answered is none of those that wait`() async throws {
    let asked: [Asked] = [("Depot.spell", 0), ("Depot.count", 2)]
    #expect(try await made(asked, where: [("Depot.count", 0)], besides: [0]) == [])
    #expect(try await made(asked, where: [("Depot.count", 0), ("Depot.count", 1)], besides: [0]) == [2])
  }
}
