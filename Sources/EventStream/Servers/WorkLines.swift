/// Work that waits: a line for each source, each of which has its turn once in a round. Who asks for much waits longer, and nobody else
/// does: of whom nothing else waits has his turn when all others have had theirs once.
struct WorkLines {
  private var lines: [StreamIdentity: WaitingLine<WorkQueue.Work>] = [:]
  private var round = WaitingLine<StreamIdentity>()

  mutating func add(_ work: @escaping WorkQueue.Work, of source: StreamIdentity) {
    if lines[source] == nil { round.append(source) }
    lines[source, default: WaitingLine()].append(work)
  }

  mutating func popFirst() -> WorkQueue.Work? {
    guard let source = round.popFirst(), let work = lines[source]?.popFirst() else { return nil }
    if lines[source]?.isEmpty == false { round.append(source) } else { lines[source] = nil }
    return work
  }
}

/// First come, first served. What was served is let go at once, and its places when they are many.
struct WaitingLine<Element> {
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
