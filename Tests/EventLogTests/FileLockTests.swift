import EventLog
import EventStream
import Foundation
import Synchronization
import Testing

@testable import EventLogSQLite

@Suite struct `The file of a log that is open` {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func write(_ path: String) async throws {
    let log = try SQLiteLog(path: path)
    let stream = session("a", in: AppStream(), log: log)
    for round in 0..<600 {
      stream.send(Sample.note(.text("round \(round)")))
      if round % 40 == 0 { try await log.flush() }
    }
    try await log.close()
  }

  /// How many locks anybody has on a file.
  private func locks(on path: String) throws -> Int {
    var status = stat()
    try #require(stat(path, &status) == 0)
    let all = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
    return all.split(separator: "\n").count { $0.contains("POSIX") && $0.contains(":\(status.st_ino) ") }
  }

  /// The file was opened and closed for it, and the system takes a process's locks off a file then. Whoever closed it last elsewhere took
  /// the write-ahead log away, into which went what was acknowledged.
  @Test func `keeps its locks when it is searched for what is damaged`() async throws {
    let path = folder.path("log.sqlite")
    try await write(path)
    let store = try SQLiteStore(path: path, isReadOnly: true)
    let block = try #require(try await store.blocks(of: nil, after: 0, limit: 8).last)
    try await store.close()
    var file = try Data(contentsOf: URL(fileURLWithPath: path))
    let place = try #require(file.range(of: Data(block.bytes)))
    file[place.lowerBound + 100] ^= 1
    try file.write(to: URL(fileURLWithPath: path))

    let opened = try SQLiteStore(path: path)
    let log = try StoredLog(opened)
    _ = try await log.records(of: nil, after: 0, limit: 10)
    let before = try locks(on: path)
    #expect(before > 0)
    _ = try? await log.records(of: nil, after: 0, limit: .max)
    #expect(opened.salvage.withLock { $0 != nil })
    #expect(try locks(on: path) == before)
    try await log.close()
    #expect(try locks(on: path) == 0)
  }

  @Test func `is the same by whatever link it is opened`() async throws {
    let (path, link) = (folder.path("log.sqlite"), folder.path("link.sqlite"))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "log.sqlite")
    let log = try SQLiteLog(path: link)
    session("a", in: AppStream(), log: log).send(Sample.count(1))
    try await log.flush()
    let error = #expect(throws: EventLogError.self) { try SQLiteLog(path: path) }
    #expect("\(error as Any)".contains("the process \(getpid()) appends to"))
    #expect(try await SQLiteSalvage.log(at: link).session("a")?.count == 1)
    try await log.close()
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("")).sorted() == [
        "link.sqlite", "log.sqlite", "log.sqlite-lock",
      ])
  }
}
