package import EventLog
internal import EventStream
internal import GRDB

/// What stands beside the blocks in the file of a log: of each table what SQLite can read from the front up to a damage, and from the
/// back up to it.
package final class SQLiteMargins: LogMargins {
  /// The file as SQLite sees it; in different ways, where nobody knows how much of the write-ahead log is to be believed.
  private let views: [DatabaseQueue]

  /// Opens a log's file once more, to read it; what can't be opened has nothing.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - isDamaged: Whether the log can't be opened as one. Then the file is also looked at without its write-ahead log.
  package init(of path: String, isDamaged: Bool = false) {
    let path = LogFile.ordinary(path)
    let usual = Self.view(of: path)
    // Where nothing may be written beside the file, it is read as the log was.
    let other = isDamaged || usual == nil ? Self.view(of: LogFile.unchanging(path)) : nil
    views = [other, usual].compactMap(\.self)
  }

  private static func view(of path: String) -> DatabaseQueue? {
    try? DatabaseQueue(path: path, configuration: configuration)
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "event log recovery"
    configuration.readonly = true
    configuration.busyMode = .timeout(2)
    // Otherwise SQLite refuses all of a file that has been cut off.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA writable_schema = ON") }
    return configuration
  }

  package func contents() -> LogContents {
    var names: [LogName] = []
    forEachRow("kind, number, text", of: "names", by: ["kind", "number"]) { row in
      guard let kind = LogName.Kind(rawValue: UInt8(clamping: row.integer(0))), let text = row.text(2) else { return }
      names.append(LogName(kind: kind, number: Int(row.integer(1)), text: text))
    }
    var (version, identity, owner) = (0, StreamIdentity?.none, LogOwner?.none)
    forEachRow("key, value", of: "about", by: ["key"]) { row in
      let value = Int(row.integer(1))
      switch row.text(0) {
      case "version": version = max(version, value)
      case "identity": identity = StreamIdentity(number: value)
      // An app may have got another name since: the view with all of the write-ahead log is the last.
      case let key?: owner = LogOwner(key: key) ?? owner
      case nil: break
      }
    }
    return LogContents(names: names, version: version, lastIdentity: identity, owner: owner)
  }

  package func chapters() -> [LogChapter] {
    var found: [Int: LogChapter] = [:]
    forEachRow("number, session, user, began, isEnded, isIncomplete", of: "chapters", by: ["number"]) { row in
      let number = Int(row.integer(0))
      guard number > 0, let session = row.text(1) else { return }
      // Nothing of it is taken back, once it is noted.
      let known = found[number]
      found[number] = LogChapter(
        number: number, session: session, user: row.text(2) ?? known?.user, began: row.integer(3),
        isEnded: row.integer(4) != 0 || known?.isEnded == true,
        isIncomplete: row.integer(5) != 0 || known?.isIncomplete == true)
    }
    return Array(found.values)
  }

  package func forEachEntry(_ body: (_ stream: Int, _ last: UInt64, _ count: Int) -> Void) {
    for table in StreamIndex.tables {
      forEachRow("stream, last, count", of: table, by: ["stream", "last"]) { row in
        let (stream, last, count) = (row.integer(0), row.integer(1), row.integer(2))
        if stream >= 0, last > 0, count > 0 { body(Int(stream), UInt64(last), Int(count)) }
      }
    }
  }

  package func forEachSnapshot(
    _ body: (_ session: String, _ snapshot: LogSnapshot, _ isSound: Bool) throws -> Void
  ) throws -> Bool {
    var failure: (any Error)?
    // Not by the index, which may be damaged by itself.
    let isWhole = forEachRow("session, position, checksum, content", of: "snapshots", by: ["rowid"]) { row in
      guard failure == nil, let session = row.text(0) else { return }
      let snapshot = LogSnapshot(position: UInt64(clamping: row.integer(1)), content: row.bytes(3))
      do {
        try body(session, snapshot, snapshot.fits(row.integer(2)))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return isWhole
  }

  /// - Returns: Whether there is a view in which all rows could be read.
  @discardableResult
  private func forEachRow(_ columns: String, of table: String, by keys: [String], _ body: (Row) -> Void) -> Bool {
    var isWhole = false
    for view in views {
      for order in ["ASC", "DESC"] {
        let key = keys.map { "\($0) \(order)" }.joined(separator: ", ")
        let read: Void? = try? view.read { database in
          let rows = try Row.fetchCursor(database, sql: "SELECT \(columns) FROM \(table) ORDER BY \(key)")
          while let row = try rows.next() { body(row) }
        }
        // From the back only where there is a damage on the way.
        guard read == nil else {
          isWhole = isWhole || order == "ASC"
          break
        }
      }
    }
    return isWhole
  }
}
