public import EventLog
internal import GRDB

extension SQLiteStore {
  /// Blocks behind a place, in order, not checked. One that isn't there, although a stream has events in it, has no bytes.
  ///
  /// - Throws: `EventLogError`: `cannotRead`, `damaged` or `closed`.
  public func blocks(of streams: [Int]?, after position: UInt64, limit: Int) async throws -> [StoredBlock] {
    let place = Int64(clamping: position)
    do {
      return try await read { try Self.blocks(of: streams, after: place, limit: limit, $0) }
    } catch let error as EventLogError {
      guard case .damaged = error else { throw error }
      // Of all streams: who asks looks for those that are wanted.
      return try await blocks(around: error, after: position, limit: limit)
    }
  }

  static func blocks(of streams: [Int]?, after place: Int64, limit: Int, _ database: Database) throws -> [StoredBlock] {
    let rows: RowCursor
    switch streams {
    case nil:
      rows = try database.fetchCursor(
        sql: "SELECT last, content FROM blocks WHERE last > ? ORDER BY last LIMIT ?",
        arguments: [place, limit])
    case let streams? where streams.count == 1:
      rows = try database.fetchCursor(
        sql: """
          SELECT wanted.last, content FROM (
            SELECT last FROM streams WHERE stream = :stream AND last > :place
            UNION ALL SELECT last FROM recent WHERE stream = :stream AND last > :place
            ORDER BY last LIMIT :limit
          ) AS wanted LEFT JOIN blocks ON blocks.last = wanted.last ORDER BY wanted.last
          """, arguments: ["stream": streams[0], "place": place, "limit": limit])
    case let streams?:
      // Entries are in order within a stream only, and all that are behind the place would be sorted. No more of any stream is wanted than
      // up to where the first of them has enough.
      rows = try database.fetchCursor(
        sql: """
          WITH bound AS (
            SELECT ifnull(min(last), 0x7FFFFFFFFFFFFFFF) AS last FROM (
              SELECT (SELECT last FROM streams WHERE stream = value AND last > :place ORDER BY last LIMIT 1 OFFSET :limit - 1)
                AS last FROM json_each(:streams)
              UNION ALL
              SELECT (SELECT last FROM recent WHERE stream = value AND last > :place ORDER BY last LIMIT 1 OFFSET :limit - 1)
                FROM json_each(:streams)
            )
          )
          SELECT wanted.last, content FROM (
            SELECT last FROM streams WHERE stream IN (SELECT value FROM json_each(:streams))
              AND last > :place AND last <= (SELECT last FROM bound)
            UNION SELECT last FROM recent WHERE stream IN (SELECT value FROM json_each(:streams))
              AND last > :place AND last <= (SELECT last FROM bound)
            ORDER BY last LIMIT :limit
          ) AS wanted LEFT JOIN blocks ON blocks.last = wanted.last ORDER BY wanted.last
          """, arguments: ["streams": list(streams), "place": place, "limit": limit])
    }
    var found: [StoredBlock] = []
    while let row = try rows.next() {
      found.append(StoredBlock(last: UInt64(clamping: row.integer(0)), bytes: row.bytes(1)))
    }
    return found
  }

  /// The blocks that the file has right before another, or at its end, the nearest first, whatever their keys are.
  ///
  /// - Throws: `EventLogError`: `cannotRead`, `damaged` or `closed`.
  public func blocks(before last: UInt64?, limit: Int) async throws -> [StoredBlock] {
    try await read(orFrom: { _ in [] }) { try Self.blocks(before: last, limit: limit, $0) }
  }

  static func blocks(before last: UInt64?, limit: Int, _ database: Database) throws -> [StoredBlock] {
    let rows =
      if let last {
        try database.fetchAll(
          sql: "SELECT last, content FROM blocks WHERE last < ? ORDER BY last DESC LIMIT ?",
          arguments: [Int64(clamping: last), limit])
      } else {
        try database.fetchAll(sql: "SELECT last, content FROM blocks ORDER BY last DESC LIMIT ?", arguments: [limit])
      }
    return rows.map { StoredBlock(last: UInt64(clamping: $0.integer(0)), bytes: $0.bytes(1)) }
  }

  /// The names that the log refers to by number, by kind and number.
  ///
  /// - Throws: `EventLogError`: `cannotRead`, `damaged` or `closed`.
  public func names() async throws -> [LogName] { try await read(orFrom: { $0.names() }) { try Self.names($0) } }

  static func names(_ database: Database) throws -> [LogName] {
    try database.fetchAll(sql: "SELECT kind, number, text FROM names ORDER BY kind, number").compactMap { row in
      guard let kind = LogName.Kind(rawValue: UInt8(clamping: row.integer(0))), let text = row.text(2) else {
        return nil
      }
      return LogName(kind: kind, number: Int(row.integer(1)), text: text)
    }
  }

  /// Nothing tells whether a count is right: each is taken for one that a block may have, of which no file has so many that their sum would
  /// be too large.
  private static let chapters = """
    SELECT number, session, user, began, isEnded, isIncomplete,
      (SELECT ifnull(sum(min(max(count, 0), 0xFFFFFFFF)), 0) FROM streams WHERE stream = number)
        + (SELECT ifnull(sum(min(max(count, 0), 0xFFFFFFFF)), 0) FROM recent WHERE stream = number),
      max((SELECT ifnull(max(last), 0) FROM streams WHERE stream = number),
        (SELECT ifnull(max(last), 0) FROM recent WHERE stream = number))
    FROM chapters
    """

  /// The chapters of a session, or of all, the youngest first.
  ///
  /// - Throws: `EventLogError`: `cannotRead`, `damaged` or `closed`.
  public func chapters(of name: String?, limit: Int) async throws -> [LogChapter] {
    try await read(orFrom: { $0.chapters(of: name, limit: limit) }) { database in
      try database.fetchAll(
        sql: Self.chapters + (name == nil ? "" : " WHERE session = :name") + " ORDER BY number DESC LIMIT :limit",
        arguments: name == nil ? ["limit": limit] : ["name": name, "limit": limit]
      ).map(LogChapter.init)
    }
  }

  /// All chapters of the sessions that began last, the youngest first.
  ///
  /// - Throws: `EventLogError`: `cannotRead`, `damaged` or `closed`.
  public func chapters(ofYoungest limit: Int) async throws -> [LogChapter] {
    try await read(orFrom: { $0.chapters(ofYoungest: limit) }) { database in
      // Without the index of sessions the youngest are read first, and no more of them than are wanted.
      try database.fetchAll(
        sql: Self.chapters + """
           WHERE session IN (SELECT DISTINCT session FROM chapters NOT INDEXED ORDER BY number DESC LIMIT ?)
          ORDER BY number DESC
          """, arguments: [limit]
      ).map(LogChapter.init)
    }
  }

  /// The numbers of a session's chapters: looked up, without counting what is in them.
  ///
  /// - Throws: `EventLogError`: `cannotRead`, `damaged` or `closed`.
  public func numbers(of session: String) async throws -> [Int] {
    try await read(orFrom: { $0.numbers(of: session) }) { database in
      try database.fetchAll(sql: "SELECT number FROM chapters WHERE session = ?", arguments: [session])
        .map { Int($0.integer(0)) }
    }
  }

  /// The names of the sessions that chapters belong to, by the chapters' numbers.
  ///
  /// - Throws: `EventLogError`: `cannotRead`, `damaged` or `closed`.
  public func sessions(numbered numbers: [Int]) async throws -> [Int: String] {
    try await read(orFrom: { $0.sessions(numbered: numbers) }) { database in
      let rows = try database.fetchAll(
        sql: "SELECT number, session FROM chapters WHERE number IN (SELECT value FROM json_each(?))",
        arguments: [Self.list(numbers)])
      return Dictionary(rows.map { (Int($0.integer(0)), $0.text(1) ?? "") }) { $1 }
    }
  }

  /// The blocks whose last records have these positions.
  ///
  /// - Throws: `EventLogError`: `cannotRead`, `damaged` or `closed`.
  public func blocks(endingAt positions: [UInt64]) async throws -> [StoredBlock] {
    try await read(orFrom: { $0.blocks(endingAt: positions) }) { database in
      try database.fetchAll(
        sql: "SELECT last, content FROM blocks WHERE last IN (SELECT value FROM json_each(?))",
        arguments: [Self.list(positions)]
      ).map { StoredBlock(last: UInt64(clamping: $0.integer(0)), bytes: $0.bytes(1)) }
    }
  }

  /// Numbers as one argument of a statement.
  private static func list(_ numbers: [some BinaryInteger]) -> String {
    "[\(numbers.map { String($0) }.joined(separator: ","))]"
  }

  /// The latest undamaged snapshot of a session at or before a place; `nil` if there is none.
  ///
  /// - Throws: `EventLogError`: `cannotRead`, `damaged` or `closed`.
  public func snapshot(of session: String, before position: UInt64) async throws -> LogSnapshot? {
    try await read(orFrom: { _ in nil }) { database in
      // One that is damaged is as good as none: an earlier one, or all of the recording, does as well.
      let rows = try database.fetchCursor(
        sql: """
          SELECT position, checksum, content FROM snapshots WHERE session = ? AND position <= ?
          ORDER BY position DESC
          """, arguments: [session, Int64(clamping: position)])
      while let row = try rows.next() {
        let snapshot = LogSnapshot(position: UInt64(clamping: row.integer(0)), content: row.bytes(2))
        if snapshot.fits(row.integer(1)) { return snapshot }
      }
      return nil
    }
  }
}

extension LogChapter {
  fileprivate init(_ row: Row) {
    self.init(
      number: Int(row.integer(0)), session: row.text(1) ?? "", user: row.text(2), began: row.integer(3),
      isEnded: row.integer(4) != 0, isIncomplete: row.integer(5) != 0, count: Int(row.integer(6)),
      lastBlock: UInt64(clamping: row.integer(7)))
  }
}

extension Database {
  /// All rows of a statement that each connection prepares once.
  fileprivate func fetchAll(sql: String, arguments: StatementArguments = []) throws -> [Row] {
    try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
  }

  /// The rows of a statement that each connection prepares once.
  fileprivate func fetchCursor(sql: String, arguments: StatementArguments) throws -> RowCursor {
    try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
  }
}
