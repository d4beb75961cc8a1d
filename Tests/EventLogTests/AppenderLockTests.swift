import EventLog
import EventStream
import Foundation
import Testing

@testable import EventLogSQLite

/// One process at a time appends to a log, and none gives an id that another has given.
@Suite struct `A log that is open already` {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test func `is refused to a second one who would append, and can be read`() async throws {
    let path = folder.path("log.sqlite")
    let log = try SQLiteLog(path: path)
    session("a", in: AppStream(), log: log).send(Sample.count(1))
    try await log.flush()
    let error = #expect(throws: EventLogError.self) { try SQLiteLog(path: path) }
    #expect("\(error as Any)".contains("the process \(getpid()) appends to"))
    #expect("\(error as Any)".contains("end it first. Another log would do where the two share nothing else"))
    let reader = try SQLiteLog(reading: path)
    #expect(try await reader.session("a")?.count == 1)
    try await log.close()
    try await SQLiteLog(path: path).close()
  }

  /// It was said that the folder must be writable, which it was: root had run the app once.
  @Test func `is refused with whose its lock is, if that is another's`() throws {
    let lock = folder.path("log.sqlite-lock")
    let made = AppenderLock.refusal(of: lock, EACCES)
    #expect(made == "\(lock) can't be made: Permission denied. Its folder must be writable.")
    try Data().write(to: URL(filePath: lock))
    let other = geteuid() + 4_321
    let foreign = AppenderLock.refusal(of: lock, EACCES, to: other)
    #expect(foreign.hasPrefix("\(lock) can't be opened: it belongs to "))
    #expect(foreign.hasSuffix(", and this runs as \(other). Give it to \(other) (chown \(other) \(lock))."))
    if geteuid() == 0 { #expect(foreign.contains("it belongs to root, ")) }
    #expect(AppenderLock.refusal(of: lock, EACCES, to: geteuid()).contains("see its rights"))
  }

  /// Who had given the log and its lock away was told no more than that SQLite can't open it.
  @Test func `is refused with whose a file beside it is, if that is another's`() async throws {
    let path = folder.path("log.sqlite")
    let log = try SQLiteLog(path: path)
    let (file, other) = (log.store.path + "-wal", geteuid() + 4_321)
    let foreign = LogFile.refusal(of: file, to: other)
    #expect(foreign.hasPrefix("\(file) is a part of the log, and may not be read and written: it belongs to "))
    #expect(foreign.hasSuffix(", and this runs as \(other). Give it to \(other) (chown \(other) \(file))."))
    let own = LogFile.refusal(of: file, to: geteuid())
    #expect(own.hasSuffix("may not be read and written. Give the right to (chmod u+rw)."))
    try await log.close()
    // Nothing stops root.
    if geteuid() == 0 { return }
    #expect(FileManager.default.createFile(atPath: file, contents: nil, attributes: [.posixPermissions: 0]))
    #expect(throws: EventLogError.cannotOpen(reason: own)) { try SQLiteLog(path: path) }
    #expect(chmod(file, 0o600) == 0)
    try await SQLiteLog(path: path).close()
  }

  @Test func `with a folder in place of its lock is refused`() throws {
    let path = folder.path("log.sqlite")
    try FileManager.default.createDirectory(atPath: path + "-lock", withIntermediateDirectories: true)
    let error = #expect(throws: EventLogError.self) { try SQLiteLog(path: path) }
    #expect("\(error as Any)".contains("\(path)-lock can't be opened: Is a directory. It must be an ordinary file"))
  }

  @Test func `is had by the next one as soon as the one before is closed`() async throws {
    let path = folder.path("log.sqlite")
    let first = try SQLiteLog(path: path)
    // Not on a thread that closing may need: it waits.
    let (opened, second) = AsyncStream.makeStream(of: Result<SQLiteLog, any Error>.self)
    Thread.detachNewThread { second.yield(Result { try SQLiteLog(path: path) }) }
    try await Task.sleep(for: .milliseconds(200))
    try await first.close()
    try await #require(await opened.first { _ in true }).get().close()
  }

  @Test func `knows the identities that were given, even when all is forgotten`() async throws {
    let path = folder.path("log.sqlite")
    var log = try SQLiteLog(path: path)
    // A new one begins anywhere: an app may know ids from a log that was deleted.
    #expect(log.lastIdentity != nil)
    log.lastIdentity?.reserve()
    let stream = session("a", in: AppStream(), log: log)
    stream.send(Sample.count(1))
    let record = try #require(try await log.records(of: .session("a"), after: 0, limit: 1).first)
    try await log.removeAll(before: Timestamp(milliseconds: .max / 2_000_000), except: [])
    #expect(try await log.records(of: nil, after: 0, limit: 1).isEmpty)
    try await log.close()
    log = try SQLiteLog(path: path)
    #expect(log.lastIdentity == StreamIdentity(of: record.id))
    try await log.close()
  }

  @Test func `has its names as soon as it is open`() async throws {
    let path = folder.path("log.sqlite")
    let log = try SQLiteLog(path: path)
    session("a", in: AppStream(), log: log).send(Sample.count(1))
    try await log.close()
    for _ in 0..<50 {
      let next = try SQLiteLog(path: path)
      #expect(try await next.records(of: nil, after: 0, limit: 1).first?.name == "Sample.count")
      #expect(next.lastPosition == 1)
      try await next.close()
    }
  }

  @Test func `numbers that come round are compared by the shorter way`() {
    let identities = [1, 2, 1 << 22, (1 << 24) - 1].map(StreamIdentity.init(number:))
    #expect(identities[1].isLater(than: identities[0]))
    #expect(!identities[0].isLater(than: identities[1]) && !identities[0].isLater(than: identities[0]))
    #expect(identities[0].isLater(than: identities[3]))
    #expect(!identities[3].isLater(than: identities[0]))
  }
}
