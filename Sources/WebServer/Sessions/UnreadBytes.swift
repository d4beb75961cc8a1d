/// What a connection was given and its page hasn't acknowledged.
///
/// The network doesn't tell how far a page is: a worker reads as fast as it comes, and what the page hasn't shown waits in the
/// browser.
struct UnreadBytes {
  /// So many are enough: four times what a page shows between two acknowledgements, for it counts characters, and those have up to
  /// three bytes.
  static let most = 4 << 16
  /// What was given in turn is told apart by so many bytes, and not patch by patch: most are shorter than a note about them.
  private static let grain = 1 << 10

  private var given: [(bytes: Int, last: Int)] = []
  private(set) var count = 0

  /// Whether nothing more should be given.
  var isFull: Bool { count > Self.most }

  /// Notes that something was given.
  ///
  /// - Parameter sequence: The number of the last patch that it stands for.
  mutating func add(_ bytes: Int, upTo sequence: Int) {
    count += bytes
    if let last = given.last, last.bytes + bytes <= Self.grain {
      given[given.count - 1] = (last.bytes + bytes, sequence)
    } else {
      given.append((bytes, sequence))
    }
  }

  /// Everything up to a number is shown.
  mutating func acknowledge(_ sequence: Int) {
    let shown = given.prefix { $0.last <= sequence }
    count -= shown.reduce(0) { $0 + $1.bytes }
    given.removeFirst(shown.count)
    // An empty array would hold its memory.
    if given.isEmpty { given = [] }
  }
}
