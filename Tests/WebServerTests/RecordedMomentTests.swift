import EventLog
import EventStream
import HTTPTypes
import Testing
import ViewKit

@testable import WebServer

@Suite struct RecordedMomentTests {
  /// Not one of those that streams of this process are given: these begin at 1.
  private let identity: UInt64 = 0xF0_0007 << 40
  private var own: StreamIdentity { StreamIdentity(of: EventID(rawValue: identity)) }

  /// A session that was opened, tapped and taken elsewhere; each of these has a consequence. The tap's is an answer.
  private func log() async throws -> MemoryLog {
    let log = try MemoryLog()
    let inputs: [SessionEvent] = [
      .opened(SessionOpening(path: "/", visitor: Visitor(id: "ann"), proof: "secret")),
      .acted(SessionAct(number: 5, Intent(.view(3), .tap))), .visited(SessionVisit(number: 6, path: "/away")),
    ]
    var records: [LogRecord] = []
    for input in inputs {
      let number = UInt64(records.count + 1)
      let (cause, effect) = (EventID(rawValue: identity | number), EventID(rawValue: identity | number + 1))
      records.append(
        LogRecord(
          position: 0, source: .session("recorded"), name: "SessionEvent.\(input.caseName)", sequence: number,
          id: cause,
          cause: nil, answers: nil, requests: [], time: Timestamp(milliseconds: Int64(number)),
          marks: [.input, .beginsTurn], payload: try LogPayload(input)))
      records.append(
        LogRecord(
          position: 0, source: .session("recorded"), name: "Some.effect", sequence: number + 1, id: effect,
          cause: cause,
          answers: EventID(rawValue: 9 << 40 | 1), requests: [RecordedRequest(id: cause, name: "Some.request")],
          time: Timestamp(milliseconds: Int64(number)), marks: [], payload: .nothing))
    }
    try await log.add(records)
    return log
  }

  @Test(arguments: [(1, 2), (2, 2), (3, 4), (4, 4), (5, 6), (99, 6)])
  func `a moment is all that had come by then, and what followed from that`(position: UInt64, count: Int) async throws {
    let moment = try await RecordedMoment.read("recorded", at: position, from: log(), EventDecoder())
    #expect(moment.opening.visitor.id == "ann")
    #expect(try moment.copy(as: "new", moment.opening).records.count == count)
  }

  @Test func `as another session's it has ids of its own, and its acts their numbers`() async throws {
    let moment = try await RecordedMoment.read("recorded", at: 99, from: log(), EventDecoder())
    let opening = SessionOpening(path: "/", visitor: Visitor(id: "ann"), proof: "another")
    let (one, two) = (try moment.copy(as: "one", opening).records, try moment.copy(as: "two", opening).records)
    let identities = [one, two].map { StreamIdentity(of: $0[0].id) }
    #expect(Set(identities + [own]).count == 3)
    #expect(one.allSatisfy { $0.source == .session("one") && StreamIdentity(of: $0.id) == identities[0] })
    #expect(one.map { $0.id.rawValue & 0xFF_FFFF_FFFF } == [1, 2, 3, 4, 5, 6])
    #expect(one[3].cause == one[2].id && one[3].requests.map(\.id) == [one[2].id])
    // What another stream has given is left alone.
    #expect(one[3].answers == EventID(rawValue: 9 << 40 | 1))
    #expect(try one[0].event() as? SessionEvent == .opened(opening))
    #expect(try one[2].event() as? SessionEvent == .acted(SessionAct(number: 5, Intent(.view(3), .tap))))
    #expect(moment.lastAct == 6)
    #expect(try one[4].event() as? SessionEvent == .visited(SessionVisit(number: 6, path: "/away")))
  }

  @Test(arguments: [Int.max, 1 << 53])
  func `numbers that no page gives are refused`(number: Int) async throws {
    let log = try await log()
    let act = SessionEvent.acted(SessionAct(number: number, Intent(.view(3), .tap)))
    try await log.add([
      LogRecord(
        position: 0, source: .session("recorded"), name: "SessionEvent.acted", sequence: 8,
        id: EventID(rawValue: identity | 8), cause: nil, answers: nil, requests: [], time: Timestamp(milliseconds: 9),
        marks: [.input, .beginsTurn], payload: try LogPayload(act))
    ])
    await #expect(throws: ContinuationRefusal.uncountable) {
      _ = try await RecordedMoment.read("recorded", at: 99, from: log, EventDecoder())
    }
  }

  @Test(arguments: [("recorded", UInt64(0)), ("nobody", 5)])
  func `before the beginning there is no moment`(session: String, position: UInt64) async throws {
    let log = try await log()
    await #expect(throws: SessionRecording.Refusal.self) {
      _ = try await RecordedMoment.read(session, at: position, from: log, EventDecoder())
    }
  }

  @Test(arguments: [
    (nil, nil, true), ("same-origin", nil, true), ("none", nil, true), ("cross-site", nil, false),
    ("same-site", nil, false), ("cross-site", "http://elsewhere/", false),
    ("cross-site", "http://localhost.else/", false),
    ("cross-site", "localhost", false),
    // Safari says so of a link that opens a tab of its own.
    ("cross-site", "http://localhost/ghostlight/sessions?id=1", true), ("cross-site", "http://localhost", true),
  ])
  func `a page of another site can't have anybody go on`(site: String?, referrer: String?, isAdmitted: Bool)
    async throws
  {
    var head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/ghostlight/continue")
    if let site, let name = HTTPField.Name("Sec-Fetch-Site") { head.headerFields[name] = site }
    if let referrer { head.headerFields[.referer] = referrer }
    let continuation = Continuation(log: try await log(), decoder: EventDecoder(), admission: .thisMachine)
    #expect(continuation.admits(Requester(address: "127.0.0.1", head: head)) == isAdmitted)
    #expect(!continuation.admits(Requester(address: "10.0.0.7", head: head)))
    // Nor what stood between it and its encryption.
    head.scheme = "https"
    let isSafe = isAdmitted && (site != "cross-site")
    #expect(continuation.admits(Requester(address: "127.0.0.1", head: head)) == isSafe)
  }
}

extension SessionEvent {
  fileprivate var caseName: String {
    switch self {
    case .opened: "opened"
    case .acted: "acted"
    default: "visited"
    }
  }
}
