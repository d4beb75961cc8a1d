/// What is taken from one by one.
package protocol Waiting {
  associatedtype Element
  init()
  var isEmpty: Bool { get }
  mutating func popFirst() -> Element?
}

/// Lines of which one after the other gives its first, once in a round.
package struct Turns<Key: Hashable, Line: Waiting>: Waiting {
  private var lines: [Key: Line] = [:]
  private var round = WaitingLine<Key>()

  package init() {}

  package var isEmpty: Bool { round.isEmpty }

  /// Adds something to a line, which is the last of the round if it is a new one.
  package mutating func change(_ key: Key, _ body: (inout Line) -> Void) {
    if lines[key] == nil { round.append(key) }
    body(&lines[key, default: Line()])
  }

  package mutating func popFirst() -> Line.Element? {
    guard let key = round.popFirst(), let first = lines[key]?.popFirst() else { return nil }
    if lines[key]?.isEmpty == false { round.append(key) } else { lines[key] = nil }
    return first
  }
}

/// First come, first served. What was served is let go at once, and its places when they are many.
package struct WaitingLine<Element>: Waiting {
  private var places: [Element?] = []
  private var first = 0

  package init() {}

  package var isEmpty: Bool { first == places.count }

  package mutating func append(_ element: Element) { places.append(element) }

  package mutating func popFirst() -> Element? {
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
