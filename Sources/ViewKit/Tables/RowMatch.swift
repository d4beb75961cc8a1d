/// Which rows of a new list are rows of the old one, by identity, and which of those have changed.
///
/// Linear in the number of rows. Made where the rows' type is known, in the app, so that the compiler can specialise it.
@usableFromInline
struct RowMatch {
  /// For each new row the place of the same row in the old list; -1 where there is none.
  @usableFromInline var sources: [Int] = []
  /// The places of new rows whose content differs from the old row's.
  @usableFromInline var changed: [Int] = []
  /// The places of old rows that are no more.
  @usableFromInline var gone: [Int] = []
  /// Whether every row stands where it stood.
  @usableFromInline var isSameOrder = false

  @inlinable
  init<Item: Identifiable & Equatable>(_ new: [Item], of old: [Item]) {
    // What stands at both ends needn't be looked up.
    let least = min(new.count, old.count)
    var head = 0
    while head < least, new[head].id == old[head].id { head += 1 }
    var tail = 0
    while tail < least - head, new[new.count - 1 - tail].id == old[old.count - 1 - tail].id { tail += 1 }
    isSameOrder = head == new.count && head == old.count
    sources.reserveCapacity(new.count)
    sources.append(contentsOf: 0..<head)
    if head + tail < max(new.count, old.count) { match(new, old, head: head, tail: tail) }
    sources.append(contentsOf: (old.count - tail)..<old.count)
    for (place, source) in sources.enumerated() where source >= 0 && new[place] != old[source] { changed.append(place) }
  }

  @inlinable
  mutating func match<Item: Identifiable & Equatable>(_ new: [Item], _ old: [Item], head: Int, tail: Int) {
    var known: [Item.ID: Int] = [:]
    known.reserveCapacity(old.count - head - tail)
    for place in head..<old.count - tail { known[old[place].id] = place }
    var isTaken = [Bool](repeating: false, count: old.count)
    for place in head..<new.count - tail {
      // Taken once, so that a second row with the same identity is one of its own.
      if let source = known[new[place].id], !isTaken[source] {
        isTaken[source] = true
        sources.append(source)
      } else {
        sources.append(-1)
      }
    }
    gone = (head..<old.count - tail).filter { !isTaken[$0] }
  }
}
