internal import EventLog
internal import Foundation
internal import GRDB

extension EventLogError {
  /// What is told of what went wrong: that a task was cancelled is no failure of the log.
  static func told(_ error: any Error, _ make: (any Error) -> EventLogError) -> any Error {
    error is CancellationError ? error : make(error)
  }

  /// What went wrong while a log was opened.
  init(opening error: any Error, at path: String) {
    switch error {
    case let error as EventLogError: self = error
    case let error as DatabaseError where error.resultCode == .SQLITE_NOTADB:
      let reason =
        "\(path) doesn't begin as a log does, so that it may be something else: see whether it is the right file"
      self = .damaged(position: 0, through: 0, reason: reason)
    case let error as DatabaseError where error.isDamage:
      self = .damaged(position: 0, through: 0, reason: "\(path): \(error.message ?? "it is malformed")")
    case let error as DatabaseError: self = .cannotOpen(reason: "\(path): \(error.message ?? error.description)")
    case let error as CocoaError: self = .cannotOpen(reason: "\(path): \(error.localizedDescription)")
    default: self = .cannotOpen(reason: "\(path): \(error)")
    }
  }

  /// What went wrong while a log was read.
  init(reading error: any Error) {
    switch error {
    case let error as EventLogError: self = error
    case let error as DatabaseError where error.resultCode == .SQLITE_MISUSE: self = .closed
    case let error as DatabaseError where error.isDamage:
      self = .damaged(position: 0, through: 0, reason: error.message ?? "the file is malformed")
    case let error as DatabaseError: self = .cannotRead(reason: error.message ?? error.description)
    default: self = .cannotRead(reason: String(describing: error))
    }
  }

  /// What went wrong while a log was written.
  init(writingTo path: String, _ error: any Error) {
    switch error {
    case let error as EventLogError: self = error
    case let error as DatabaseError where error.resultCode == .SQLITE_MISUSE: self = .closed
    case let error as DatabaseError where error.resultCode == .SQLITE_FULL:
      self = .cannotWrite(reason: "the disk with \(path) is full")
    case let error as DatabaseError where error.resultCode == .SQLITE_READONLY:
      self = .cannotWrite(reason: "\(path) is read-only")
    case let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT:
      // The lock keeps other processes away: what is to be written anew is there, where it wasn't found.
      let found = error.message ?? "a constraint failed"
      self = .damaged(position: 0, through: 0, reason: "\(path) has already what was to be written: \(found)")
    case let error as DatabaseError where error.isDamage:
      self = .damaged(position: 0, through: 0, reason: "\(path): \(error.message ?? "it is malformed")")
    case let error as DatabaseError: self = .cannotWrite(reason: "\(path): \(error.message ?? error.description)")
    default: self = .cannotWrite(reason: "\(path): \(error)")
    }
  }
}

extension DatabaseError {
  /// Whether it may be of the files that SQLite keeps beside its own.
  var isOfFilesBeside: Bool {
    switch resultCode {
    case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_FULL: true
    default: false
    }
  }

  /// Whether the file isn't what SQLite left behind.
  var isDamage: Bool {
    switch resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT: true
    default: false
    }
  }
}
