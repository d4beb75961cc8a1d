internal import ExampleDatabases
internal import GRDB

extension TodoFailure {
  /// Makes the failure that tells of any error, of SQLite or of Swift's concurrency.
  ///
  /// - Parameters:
  ///   - error: A `TodoFailure`, which is given back as it is, an `UnusableFile`, a `ForeignDatabase`, a `StrayWriteAheadLog`, a GRDB
  ///     `DatabaseError`, a `CancellationError`, or anything else, which becomes ``TodoOutage/other``.
  ///   - path: The database's file, to be named in the detail.
  public init(_ error: any Error, at path: String? = nil) {
    func detail(_ message: String?) -> String { [message, path].compactMap { $0 }.joined(separator: ": ") }
    switch error {
    case let failure as TodoFailure: self = failure
    case is CancellationError: self = .cancelled
    case let error as ForeignDatabase: self = .unavailable(.foreign, detail: detail(error.description))
    case let error as StrayWriteAheadLog: self = .unavailable(.damaged, detail: error.description)
    case let error as UnusableFile: self.init(error)
    case let error as DatabaseError: self.init(error, detail: detail(error.message))
    default: self = .unavailable(.other, detail: detail(String(describing: error)))
    }
  }

  private init(_ error: UnusableFile) {
    self =
      switch error.reason {
      case .missing: .unavailable(.missing, detail: error.detail)
      case .replaced: .unavailable(.replaced, detail: error.detail)
      case .readOnly: .readOnly
      case .unreadable: .unavailable(.inputOutput, detail: error.detail)
      case .closed: .unavailable(.closed, detail: error.detail)
      }
  }

  private init(_ error: DatabaseError, detail: String) {
    // SQLite notices a moved file only in some journal modes, and then calls it read-only.
    if error.extendedResultCode == .SQLITE_READONLY_DBMOVED {
      self = .unavailable(.replaced, detail: detail)
      return
    }
    switch error.resultCode {
    case .SQLITE_READONLY: self = .readOnly
    case .SQLITE_FULL: self = .full
    case .SQLITE_INTERRUPT, .SQLITE_ABORT: self = .cancelled
    case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: self = .unavailable(.locked, detail: detail)
    case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: self = .unavailable(.unopenable, detail: detail)
    case .SQLITE_IOERR, .SQLITE_NOLFS: self = .unavailable(.inputOutput, detail: detail)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT: self = .unavailable(.damaged, detail: detail)
    case .SQLITE_MISUSE: self = .unavailable(.closed, detail: detail)
    default: self = .unavailable(.other, detail: detail)
    }
  }
}
