internal import EventLog
internal import GRDB

/// The index from streams to blocks, as it is written: in two tables.
///
/// What a stream has lies together in `streams`, and the next stream's elsewhere. An event that a thousand sessions hear has an entry
/// for each of them, on a page for each of them, and every changed page is written whole. So entries come into a small table first,
/// where a page has those of many streams, and are moved from there later: those of one stream after the other, round and round, so
/// that a page gets many at a time and no commit takes long.
struct StreamIndex {
  /// The tables: what is yet to be moved, and what lies where it stays. An entry is in one of them; who reads them one after the other in
  /// this order misses none.
  static let tables = ["recent", "streams"]
  /// So many entries may wait in the small table. More make it larger, fewer have less in common with their neighbours.
  static let usual = 32_768
  /// Fewer aren't worth moving.
  private static let least = 256

  /// The last entry that was moved.
  private struct Place {
    var stream: Int64 = -1
    var last: Int64 = -1
  }

  private let most: Int
  private var waiting: Int
  private var place = Place()

  /// - Parameters:
  ///   - most: How many entries may wait, about.
  ///   - waiting: How many do.
  init(most: Int, waiting: Int) {
    self.most = most
    self.waiting = waiting
  }

  /// How many entries wait in a log.
  static func waiting(in database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "SELECT count(*) FROM recent") ?? 0
  }

  /// The last block in a stretch that a stream has records in. Looks through all of the index.
  static func last(after place: Int64, through end: Int64, _ database: Database) throws -> Int64? {
    try tables.compactMap { table in
      try Int64.fetchOne(
        database, sql: "SELECT max(last) FROM \(table) WHERE last > ? AND last <= ?", arguments: [place, end])
    }.max()
  }

  /// The blocks that any stream has records in, in order. Looks through all of the index.
  static func all(_ database: Database) throws -> [Int64] {
    try Set(tables.flatMap { try Int64.fetchAll(database, sql: "SELECT DISTINCT last FROM \($0)") }).sorted()
  }

  /// The last block behind a place that a stream has records in and that isn't there; `nil` if all are. Looks through all of the index.
  static func lost(after place: Int64, _ database: Database) throws -> Int64? {
    try tables.compactMap { table in
      try Int64.fetchOne(
        database,
        sql: """
          SELECT max(last) FROM \(table) AS entry
          WHERE last > ? AND last <= ? AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.last = entry.last)
          """, arguments: [place, Int64.max / 4])
    }.max()
  }

  /// Adds a block's entries, to be moved later unless the block is an old one.
  static func add(_ block: LogBlock, at last: Int64, isOld: Bool, _ database: Database) throws {
    let statement = try database.cachedStatement(
      sql: "INSERT INTO \(isOld ? "streams" : "recent") (stream, last, count) VALUES (?, ?, ?)")
    for stream in block.streams { try statement.execute(arguments: [stream.number, last, stream.count]) }
  }

  /// Removes an entry.
  static func remove(stream: Int, last: Int64, _ database: Database) throws {
    for table in tables {
      try database.cachedStatement(sql: "DELETE FROM \(table) WHERE stream = ? AND last = ?")
        .execute(arguments: [stream, last])
    }
  }

  /// Notes that entries were added, and moves as many as there are too many, but not many more; for the transaction in which they were. If
  /// that fails, the index is as it was.
  mutating func moveOn(behind count: Int, _ database: Database) throws {
    waiting += count
    let surplus = min(waiting - most, max(Self.least, 4 * count))
    guard surplus >= max(1, min(Self.least, most)) else { return }
    let end = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT stream, last FROM recent WHERE (stream, last) > (?, ?) ORDER BY stream, last LIMIT 1 OFFSET ?
          """), arguments: [place.stream, place.last, surplus - 1])
    let next = end.map { Place(stream: $0.integer(0), last: $0.integer(1)) } ?? Place(stream: .max, last: .max)
    let moved: StatementArguments = [place.stream, place.last, next.stream, next.last]
    let range = "(stream, last) > (?, ?) AND (stream, last) <= (?, ?)"
    try database.cachedStatement(
      sql: "INSERT INTO streams (stream, last, count) SELECT stream, last, count FROM recent WHERE \(range)"
    ).execute(arguments: moved)
    try database.cachedStatement(sql: "DELETE FROM recent WHERE \(range)").execute(arguments: moved)
    waiting -= database.changesCount
    // Behind the last of all come the first again.
    place = end == nil ? Place() : next
  }
}
