/// Why the database can't be used just now, for the presentation to put into the user's words.
public enum TodoOutage: String, Sendable, Hashable, Codable, CaseIterable {
  /// The database's file, or the folder it was in, is gone.
  case missing

  /// Another file stands where the database's file, or its write-ahead log, was.
  case replaced

  /// Another process kept the database locked for longer than the database's patience.
  case locked

  /// The file can't be opened, or its folder can't be made.
  case unopenable

  /// The disk failed to read or write.
  case inputOutput

  /// The file isn't a database, or is damaged.
  case damaged

  /// The file is another program's.
  case foreign

  /// The database was made by a newer version of the app.
  case newer

  /// SQLite doesn't wait for the disk before it acknowledges a write.
  case undurable

  /// ``TodoDatabase/close()`` was called.
  case closed

  /// Something else, told by the failure's detail.
  case other
}

extension TodoOutage: CustomStringConvertible {
  /// What happened and what to do about it, in English.
  public var description: String {
    switch self {
    case .missing: "its file was removed; put the same file back, or restart with another"
    case .replaced: "its file or write-ahead log was replaced; put the original back, or restart with the new one"
    case .locked: "another process keeps it locked; try again, or end that process"
    case .unopenable: "its file can't be opened; check the path and the permissions of its folder"
    case .inputOutput: "the disk failed; check the disk"
    case .damaged:
      "its file is damaged or isn't a database; restore a backup, and move the -wal and -shm beside it away"
    case .foreign: "its file is another program's; start with another file"
    case .newer: "it was made by a newer version of the app; run that version"
    case .undurable: "SQLite refused synchronous=FULL; use an SQLite built with it"
    case .closed: "it was closed; open it again"
    case .other: "SQLite reported an error"
    }
  }
}
