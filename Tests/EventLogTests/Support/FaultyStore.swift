import EventLog
import Foundation
import Synchronization

/// A store that fails, or dawdles, when it is told to, and counts what it is asked.
final class FaultyStore: LogStore {
  enum Fault: Error { case disk(String) }

  let base: any LogStore
  private let state = Mutex<(fault: String?, delay: Double, writes: Int)>((nil, 0, 0))
  private let asked = Mutex<[String]>([])
  private let damaged = Mutex<Set<UInt64>>([])
  private let closes = Mutex(0)
  private let rewrites = Mutex(Int.max)
  private let meanwhile = Mutex<(@Sendable () async throws -> Void)?>(nil)
  private let writing = Mutex<(@Sendable (LogGroup) throws -> Void)?>(nil)

  init(_ base: any LogStore = MemoryStore()) { self.base = base }

  func fail(with reason: String?) { state.withLock { $0.fault = reason } }
  /// From now on the block that ends at a place is read otherwise than it was written.
  func damage(last: UInt64) { damaged.withLock { _ = $0.insert(last) } }
  /// So often something may still be forgotten.
  func fail(afterRewrites count: Int) { rewrites.withLock { $0 = count } }
  /// Something happens once, right behind the next reading of blocks.
  func afterBlocks(_ body: @escaping @Sendable () async throws -> Void) { meanwhile.withLock { $0 = body } }
  /// From now on somebody else writes what comes, or doesn't.
  func write(by body: @escaping @Sendable (LogGroup) throws -> Void) { writing.withLock { $0 = body } }
  var isClosed: Bool { closes.withLock { $0 > 0 } }
  func delay(seconds: Double) { state.withLock { $0.delay = seconds } }
  var writes: Int { state.withLock { $0.writes } }

  /// What has been asked of it since this was asked last.
  func takeAsked() -> [String] {
    asked.withLock { asked in
      defer { asked = [] }
      return asked
    }
  }
  private func note(_ question: String) { asked.withLock { $0.append(question) } }

  var blockSize: Int { base.blockSize }
  func open() throws -> LogContents { try base.open() }
  func write(_ group: LogGroup) throws {
    let (fault, delay) = state.withLock { ($0.fault, $0.delay) }
    if delay > 0 { Thread.sleep(forTimeInterval: delay) }
    if let fault { throw Fault.disk(fault) }
    if let body = writing.withLock({ $0 }) { try body(group) } else { try base.write(group) }
    state.withLock { $0.writes += 1 }
  }
  func blocks(of streams: [Int]?, after position: UInt64, limit: Int) async throws -> [StoredBlock] {
    note("blocks")
    let damaged = damaged.withLock { $0 }
    let found = try await base.blocks(of: streams, after: position, limit: limit).map { block in
      damaged.contains(block.last) ? StoredBlock(last: block.last, bytes: block.bytes.map { ~$0 }) : block
    }
    if let body = meanwhile.withLock({ $0.take() }) { try await body() }
    return found
  }
  func names() async throws -> [LogName] { try await base.names() }
  func extent() async throws -> LogExtent { try await base.extent() }
  func chapters(of name: String?, limit: Int) async throws -> [LogChapter] {
    note("chapters")
    return try await base.chapters(of: name, limit: limit)
  }
  func chapters(ofYoungest limit: Int) async throws -> [LogChapter] {
    note("chapters")
    return try await base.chapters(ofYoungest: limit)
  }
  func numbers(of session: String) async throws -> [Int] {
    note("numbers")
    return try await base.numbers(of: session)
  }
  func sessions(numbered numbers: [Int]) async throws -> [Int: String] {
    note("sessions")
    return try await base.sessions(numbered: numbers)
  }
  func blocks(endingAt positions: [UInt64]) async throws -> [StoredBlock] {
    note("ends")
    return try await base.blocks(endingAt: positions)
  }
  func save(_ snapshot: LogSnapshot, of session: String) async throws { try await base.save(snapshot, of: session) }
  func snapshot(of session: String, before position: UInt64) async throws -> LogSnapshot? {
    try await base.snapshot(of: session, before: position)
  }
  func rewrite(_ changes: LogRewrite) async throws {
    let isLeft = rewrites.withLock { left in
      left -= 1
      return left >= 0
    }
    if !isLeft { throw Fault.disk("full") }
    try await base.rewrite(changes)
  }
  func purge() async throws { try await base.purge() }
  func close() async throws {
    closes.withLock { $0 += 1 }
    try await base.close()
  }
}
