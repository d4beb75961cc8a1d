import EventMacros
import EventStream
import Foundation
import Synchronization
import Testing

@testable import EventLog

/// Lists in one another, so many.
@FieldCodable
private struct Nest: Codable, Equatable, Sendable {
  var inner: [Nest] = []

  static func of(_ depth: Int) -> Nest { (1..<depth).reduce(Nest()) { nest, _ in Nest(inner: [nest]) } }
}

@Event
private enum Nested {
  case nest(Nest)
}

/// What is written can be read: by the log, and in an export.
@Suite struct `An event whose value is nested deeply` {
  @Test func `is recorded as far as it can be read`() async throws {
    let log = try MemoryLog()
    let stream = session("a", in: AppStream(), log: log)
    // Each is an object and the array in it.
    let event = Nested.nest(.of(70))
    stream.send(event)
    try await log.flush()
    let record = try #require(try await log.records(of: nil, after: 0, limit: 1).first)
    #expect(try record.event() as? Nested == event)
    let export = try #require(try await SessionExport("a", from: log))
    let other = try MemoryLog()
    try await SessionExport(jsonLines: export.jsonLines()).add(to: other)
    #expect(try await other.records(of: nil, after: 0, limit: 1).first?.event() as? Nested == event)
  }

  @Test func `is told and not recorded where nobody could read it`() async throws {
    let failures = Failures()
    let log = try StoredLog(MemoryStore(), onFailure: { failures.add("\($0)") })
    let stream = session("a", in: AppStream(), log: log)
    stream.send(Sample.count(1))
    stream.send(Nested.nest(.of(120)))
    stream.send(Sample.count(2))
    try await log.flush()
    #expect(try await log.records(of: nil, after: 0, limit: 9).map(\.name) == ["Sample.count"])
    #expect(try await log.session("a")?.isIncomplete == true)
    let words = try #require(failures.all.first)
    #expect(words.contains("Nested.nest") && words.contains("more than 150 values stand in one another"), "\(words)")
  }

  @Test func `and its session isn't remembered once that has gone`() async throws {
    let log = try MemoryLog()
    let app = AppStream()
    let (one, other) = (session("one", in: app, log: log), session("other", in: app, log: log))
    one.send(Nested.nest(.of(120)))
    try await log.flush()
    let writer = try #require(log.writer)
    // Told behind the group.
    while !writer.state.withLock({ $0.hasCutOff }) { try await Task.sleep(for: .milliseconds(1)) }
    one.send(Sample.count(1))
    other.send(Sample.count(1))
    log.noteDeparture(of: "one")
    try await log.flush()
    while writer.state.withLock({ $0.hasCutOff }) { try await Task.sleep(for: .milliseconds(1)) }
    #expect(try await log.session("one")?.isIncomplete == true)
    #expect(try await log.records(of: .session("other"), after: 0, limit: 9).count == 1)
    try await log.close()
  }

  private final class Failures: Sendable {
    private let told = Mutex<[String]>([])
    var all: [String] { told.withLock { $0 } }
    func add(_ text: String) { told.withLock { $0.append(text) } }
  }
}
