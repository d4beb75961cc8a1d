/// Work that waits: a line for each session, each of which has its turn once in a round, and so has each party of several sessions. Who
/// asks for much waits longer, and nobody else does.
struct WorkLines {
  private typealias Item = (source: StreamIdentity, work: WorkQueue.Work)

  private var parties = Turns<UInt64, Turns<StreamIdentity, WaitingLine<Item>>>()
  /// Where the line of each session is, and how long: what it asks stays in order, though its party is another by now.
  private var homes: [StreamIdentity: (party: UInt64, count: Int)] = [:]

  /// - Parameters:
  ///   - source: The session that asks for it, or the app itself.
  ///   - party: With whom that stands together, if with anyone.
  mutating func add(_ work: @escaping WorkQueue.Work, of source: StreamIdentity, in party: UInt64?) {
    let home = homes[source]?.party ?? party ?? source.rawValue
    homes[source, default: (home, 0)].count += 1
    parties.change(home) { sources in
      sources.change(source) { $0.append((source, work)) }
    }
  }

  mutating func popFirst() -> WorkQueue.Work? {
    guard let first = parties.popFirst() else { return nil }
    homes[first.source]?.count -= 1
    if homes[first.source]?.count == 0 { homes[first.source] = nil }
    return first.work
  }
}

/// What is taken from one by one.
protocol Waiting {
  associatedtype Element
  init()
  var isEmpty: Bool { get }
  mutating func popFirst() -> Element?
}

/// Lines of which one after the other gives its first, once in a round.
struct Turns<Key: Hashable, Line: Waiting>: Waiting {
  private var lines: [Key: Line] = [:]
  private var round = WaitingLine<Key>()

  var isEmpty: Bool { round.isEmpty }

  /// Adds something to a line, which is the last of the round if it is a new one.
  mutating func change(_ key: Key, _ body: (inout Line) -> Void) {
    if lines[key] == nil { round.append(key) }
    body(&lines[key, default: Line()])
  }

  mutating func popFirst() -> Line.Element? {
    guard let key = round.popFirst(), let first = lines[key]?.popFirst() else { return nil }
    if lines[key]?.isEmpty == false { round.append(key) } else { lines[key] = nil }
    return first
  }
}

/// First come, first served. What was served is let go at once, and its places when they are many.
struct WaitingLine<Element>: Waiting {
  private var places: [Element?] = []
  private var first = 0

  var isEmpty: Bool { first == places.count }

  mutating func append(_ element: Element) { places.append(element) }

  mutating func popFirst() -> Element? {
    if isEmpty { return nil }
    defer {
      first += 1
      if isEmpty || first > 1024 && first * 2 > places.count {
        places.removeFirst(first)
        first = 0
      }
    }
    return places[first].take()
  }
}
