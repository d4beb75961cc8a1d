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
    var isTaken = [Bool](repeating: false, count: old.count)
    let unknown = walk(new, head..<new.count - tail, old, head..<old.count - tail, &isTaken)
    let left = (head..<old.count - tail).filter { !isTaken[$0] }
    gone = unknown.isEmpty ? left : lookUp(unknown, new, left, old, &isTaken)
  }

  /// Goes along both lists: most rows mostly stand where they stood, but for some before them that have come, gone or been replaced.
  ///
  /// - Returns: The places of new rows that aren't found in this way.
  @inlinable
  mutating func walk<Item: Identifiable & Equatable>(
    _ new: [Item], _ newPlaces: Range<Int>, _ old: [Item], _ oldPlaces: Range<Int>, _ isTaken: inout [Bool]
  ) -> [Int] {
    var unknown: [Int] = []
    var next = oldPlaces.lowerBound
    // Where the next row stays, so many have come before it.
    var coming = 0
    for place in newPlaces {
      let id = new[place].id
      if coming == 0, next < oldPlaces.upperBound, old[next].id != id {
        // Where little is found, little is looked for: then it is another order altogether.
        let reach = unknown.count > 16 + (place - newPlaces.lowerBound) * 3 / 4 ? 1 : 8
        var distance = 1
        while distance <= reach {
          if next + distance < oldPlaces.upperBound, old[next + distance].id == id {
            next += distance
            break
          }
          if place + distance < newPlaces.upperBound, new[place + distance].id == old[next].id {
            coming = distance
            break
          }
          distance += 1
        }
        if distance > reach {
          next += 1
          coming = 1
        }
      }
      if coming > 0 || next == oldPlaces.upperBound {
        coming = max(0, coming - 1)
        unknown.append(place)
        sources.append(-1)
      } else {
        isTaken[next] = true
        sources.append(next)
        next += 1
      }
    }
    return unknown
  }

  /// Looks new rows up among the old ones that are left.
  ///
  /// - Returns: The places of old rows that are no more.
  @inlinable
  mutating func lookUp<Item: Identifiable & Equatable>(
    _ unknown: [Int], _ new: [Item], _ left: [Int], _ old: [Item], _ isTaken: inout [Bool]
  ) -> [Int] {
    var known: [Item.ID: Int] = [:]
    known.reserveCapacity(left.count)
    for place in left { known[old[place].id] = place }
    for place in unknown {
      // Taken once, so that a second row with the same identity is one of its own.
      guard let source = known[new[place].id], !isTaken[source] else { continue }
      isTaken[source] = true
      sources[place] = source
    }
    return left.filter { !isTaken[$0] }
  }
}
