internal import EventStream

/// What led to an event, and everything that it led to.
struct CauseTree: Hashable, Sendable {
  /// One event in the tree.
  struct Node: Hashable, Sendable {
    /// The number of the entry in the index.
    let number: Int
    /// How many causes are above it in the tree.
    let depth: Int
  }

  /// In reading order: each event followed by those that it caused.
  let nodes: [Node]
  /// Whether there was more than could be shown.
  let isCut: Bool

  /// How many events a tree shows.
  static let limit = 500
  /// How many entries are looked through for one more: what an event leads to follows it closely.
  static let reach = 20_000

  /// The ids of all events in the tree.
  func ids(in index: LogIndex) -> Set<EventID> { Set(nodes.compactMap { index.entry($0.number)?.id }) }

  init(around number: Int, in snapshot: LogIndex.Snapshot) {
    guard snapshot.entries.indices.contains(number) else {
      nodes = []
      isCut = false
      return
    }
    let root = Self.root(of: number, in: snapshot)
    var children: [Int: [Int]] = [:]
    /// Where each event of the tree was seen first.
    var first = [snapshot.entries[root].id.rawValue: root]
    var count = 1
    var last = max(root, number)
    var candidate = root
    while candidate + 1 < snapshot.entries.count, candidate < last + Self.reach, count < Self.limit {
      candidate += 1
      let entry = snapshot.entries[candidate]
      // An event that passes a second stream hangs under itself.
      guard let parent = first[entry.id.rawValue] ?? (entry.causeID == 0 ? nil : first[entry.causeID]) else { continue }
      children[parent, default: []].append(candidate)
      if first[entry.id.rawValue] == nil { first[entry.id.rawValue] = candidate }
      count += 1
      last = max(last, candidate)
    }
    var found: [Node] = []
    var waiting = [Node(number: root, depth: 0)]
    while let node = waiting.popLast() {
      found.append(node)
      for child in (children[node.number] ?? []).reversed() {
        waiting.append(Node(number: child, depth: node.depth + 1))
      }
    }
    nodes = found
    isCut = count == Self.limit
  }

  /// The first cause, as far back as is looked.
  private static func root(of number: Int, in snapshot: LogIndex.Snapshot) -> Int {
    var found = number
    var wanted = snapshot.entries[number].causeID
    // An event that came from another stream stands there first.
    var own = snapshot.entries[number].id.rawValue
    var candidate = number - 1
    while candidate >= max(0, found - reach), wanted != 0 || own != 0 {
      let entry = snapshot.entries[candidate]
      if entry.id.rawValue == own {
        found = candidate
      } else if wanted != 0, entry.id.rawValue == wanted {
        found = candidate
        own = wanted
        wanted = entry.causeID
      }
      candidate -= 1
    }
    return found
  }
}
