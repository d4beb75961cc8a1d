import Foundation
import GRDB
import Testing
import TodoModels

@Suite struct TodoFailureTests {
  @Test(arguments: [
    (ResultCode.SQLITE_READONLY, TodoFailure.readOnly), (.SQLITE_READONLY_DIRECTORY, .readOnly),
    (.SQLITE_READONLY_DBMOVED, .unavailable(.replaced, detail: "m: p")), (.SQLITE_FULL, .full),
    (.SQLITE_CANTOPEN_ISDIR, .unavailable(.unopenable, detail: "m: p")),
    (.SQLITE_IOERR_FSYNC, .unavailable(.inputOutput, detail: "m: p")),
    (.SQLITE_BUSY_SNAPSHOT, .unavailable(.locked, detail: "m: p")),
    (.SQLITE_LOCKED, .unavailable(.locked, detail: "m: p")),
    (.SQLITE_CORRUPT_INDEX, .unavailable(.damaged, detail: "m: p")),
    (.SQLITE_NOTADB, .unavailable(.damaged, detail: "m: p")), (.SQLITE_INTERRUPT, .cancelled),
    (.SQLITE_CONSTRAINT_CHECK, .unavailable(.other, detail: "m: p")),
  ])
  func `a result code of SQLite becomes a failure`(code: ResultCode, failure: TodoFailure) {
    #expect(TodoFailure(DatabaseError(resultCode: code, message: "m"), at: "p") == failure)
  }

  @Test func `a cancellation and a failure stay what they are`() {
    #expect(TodoFailure(CancellationError()) == .cancelled)
    #expect(TodoFailure(TodoFailure.notFound(3), at: "p") == .notFound(3))
  }

  @Test func `a failure says how to mend it`() {
    #expect(
      TodoFailure.invalid([.due: .tooEarly, .title: .required]).description
        == "The todo can't be saved: title: write something here; due: choose a day from 1970 on.")
    #expect(
      TodoFailure.unavailable(.damaged, detail: "/x").description
        == """
        The todo database can't be used: its file is damaged or isn't a database; restore a backup, and move the -wal and -shm beside it away \
        (/x).
        """)
  }

  @Test func `what only an operator can mend is for him`() {
    let his: [any Error] = [
      TodoFailure.readOnly, TodoFailure.full, TodoFailure.unavailable(.missing, detail: "/x"),
      DatabaseError(resultCode: .SQLITE_CORRUPT),
    ]
    let others: [any Error] = [
      TodoFailure.invalid([.title: .required]), TodoFailure.notFound(3), TodoFailure.cancelled, CancellationError(),
    ]
    for error in his { #expect(TodoFailure.isForOperator(error), "\(error)") }
    for error in others { #expect(!TodoFailure.isForOperator(error), "\(error)") }
  }

  @Test func `a failure is encoded with its fields as keys`() throws {
    let failure = TodoFailure.invalid([.title: .tooLong(limit: 200)])
    let json = try JSONEncoder().encode(failure)
    #expect(String(decoding: json, as: UTF8.self) == #"{"invalid":{"_0":{"title":{"tooLong":{"limit":200}}}}}"#)
    #expect(try JSONDecoder().decode(TodoFailure.self, from: json) == failure)
  }
}
