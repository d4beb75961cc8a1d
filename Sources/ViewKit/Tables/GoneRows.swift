/// Which rows a table had lately, by the keys that they had. Who acts on one hasn't seen yet that it is gone, which seldom takes many turns:
/// those that went longer ago are forgotten, for every session has a table of its own.
struct GoneRows<ID> {
  private typealias Row = (key: Int, id: ID)

  /// Of so many rows that went last it is known which they were, unless that is long ago.
  static var most: Int { 512 }
  /// For so many turns a row that went is known at least, unless too many went behind it.
  static var turns: Int { 256 }

  /// Those that went last, and those before them, each the last behind.
  private var newer: [Row] = []
  private var older: [Row] = []
  /// The turn in which the first of the newer ones went.
  private var since = 0

  /// Some rows are about to go in a turn.
  mutating func begin(turn: Int) {
    if turn - since > Self.turns {
      older = turn - since > 2 * Self.turns ? [] : newer
      (newer, since) = ([], turn)
    }
  }

  /// Adds a row that goes, behind those that have gone.
  mutating func add(_ key: Int, _ id: ID) {
    // All at once, rather than one by one, each of which would move all the others.
    if newer.count == Self.most { (older, newer) = (newer, []) }
    newer.append((key, id))
  }

  /// Which row had a key, if it went lately.
  subscript(key: Int) -> ID? {
    (newer.last { $0.key == key } ?? older.last { $0.key == key })?.id
  }
}
