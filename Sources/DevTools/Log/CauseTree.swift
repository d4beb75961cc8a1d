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
    let path = Self.path(to: number, in: snapshot)
    let root = path.numbers.last ?? number
    /// Those on the way to the event that haven't been met yet.
    var expected = Set(path.numbers.dropLast())
    var isLonger = path.isCut
    var children: [Int: [Int]] = [:]
    /// Where each event of the tree was seen first.
    var first = [snapshot.entries[root].id.rawValue: root]
    var count = 1
    var last = max(root, number)
    var candidate = root
    while candidate + 1 < snapshot.entries.count, candidate < last + Self.reach {
      candidate += 1
      let entry = snapshot.entries[candidate]
      // An event that passes a second stream hangs under itself.
      guard let parent = first[entry.id.rawValue] ?? (entry.causeID == 0 ? nil : first[entry.causeID]) else { continue }
      // The event and what led to it have their places, however much else there is.
      if expected.remove(candidate) == nil, count + expected.count >= Self.limit {
        isLonger = true
        if expected.isEmpty { break }
        continue
      }
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
    isCut = isLonger
  }

  /// The event and what led to it, the first cause last, as far back as is looked; and whether that is more than a tree shows.
  private static func path(to number: Int, in snapshot: LogIndex.Snapshot) -> (numbers: [Int], isCut: Bool) {
    var path = [number]
    var found = number
    var wanted = snapshot.entries[number].causeID
    // An event that came from another stream stands there first.
    var own = snapshot.entries[number].id.rawValue
    var candidate = number - 1
    while candidate >= max(0, found - reach), path.count < limit {
      let entry = snapshot.entries[candidate]
      if entry.id.rawValue == own {
        // Of all the streams that a cause has passed, only the first is on the way.
        if path.count > 1 { path.removeLast() }
        path.append(candidate)
        found = candidate
      } else if wanted != 0, entry.id.rawValue == wanted {
        path.append(candidate)
        found = candidate
        own = wanted
        wanted = entry.causeID
      }
      candidate -= 1
    }
    return (path, path.count == limit && wanted != 0)
  }
}
