internal import ViewKit

/// Which lines of two texts are the same, in order. Lines are told apart by numbers.
///
/// What both texts have once is found first, and what is alike around it (Bram Cohen's "patience diff"). Only what is left between is
/// compared line by line, where it is short: time and memory grow with the lines, and not with the square of what has changed.
struct LineMatching {
  /// For each line of the new text the place of the old one that it is; -1 where there is none.
  private(set) var sources: [Int]
  private let old: [Int]
  private let new: [Int]

  /// Lines of both texts, of which none is found to be the same yet.
  private struct Gap {
    var old: Range<Int>
    var new: Range<Int>
    /// In how many others it lies.
    let depth: Int

    var count: Int { old.count + new.count }
  }

  /// How many lines are compared one by one at most.
  private static let short = 200
  /// How often a gap is looked through again for lines that it has once: what a user types may lie within itself as often as it likes.
  private static let deepest = 12

  init(from old: [Int], to new: [Int]) {
    self.old = old
    self.new = new
    sources = [Int](repeating: -1, count: new.count)
    var gaps = [Gap(old: old.indices, new: new.indices, depth: 0)]
    while var gap = gaps.popLast() {
      matchEnds(of: &gap)
      if gap.old.isEmpty || gap.new.isEmpty { continue }
      if gap.count <= Self.short {
        compare(gap)
      } else if gap.depth < Self.deepest {
        gaps += matchOnes(in: gap)
      }
    }
  }

  private mutating func matchEnds(of gap: inout Gap) {
    var (oldStart, newStart) = (gap.old.lowerBound, gap.new.lowerBound)
    var (oldEnd, newEnd) = (gap.old.upperBound, gap.new.upperBound)
    while oldStart < oldEnd, newStart < newEnd, old[oldStart] == new[newStart] {
      sources[newStart] = oldStart
      oldStart += 1
      newStart += 1
    }
    while oldEnd > oldStart, newEnd > newStart, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
      sources[newEnd] = oldEnd
    }
    gap.old = oldStart..<oldEnd
    gap.new = newStart..<newEnd
  }

  private mutating func compare(_ gap: Gap) {
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in new[gap.new].difference(from: old[gap.old]) {
      switch change {
      case .remove(let offset, _, _): removed.insert(gap.old.lowerBound + offset)
      case .insert(let offset, _, _): inserted.insert(gap.new.lowerBound + offset)
      }
    }
    let kept = gap.old.filter { !removed.contains($0) }
    let found = gap.new.filter { !inserted.contains($0) }
    for (source, place) in zip(kept, found) { sources[place] = source }
  }

  /// Matches the lines that both sides of a gap have once, as far as they stand in the same order.
  ///
  /// - Returns: What lies between them; nothing if there are none.
  private mutating func matchOnes(in gap: Gap) -> [Gap] {
    let (oldPlaces, newPlaces) = (Self.ones(in: old, gap.old), Self.ones(in: new, gap.new))
    let ones = gap.new.filter { newPlaces[new[$0]] != nil && oldPlaces[new[$0]] != nil }
    let order = ones.compactMap { oldPlaces[new[$0]] }
    var moved: Set<Int> = []
    for case .move(let source, _) in ListDifference(from: order.sorted(), to: order).steps {
      moved.insert(source)
    }
    var gaps: [Gap] = []
    var (oldStart, newStart) = (gap.old.lowerBound, gap.new.lowerBound)
    for (source, place) in zip(order, ones) where !moved.contains(source) {
      sources[place] = source
      gaps.append(Gap(old: oldStart..<source, new: newStart..<place, depth: gap.depth + 1))
      (oldStart, newStart) = (source + 1, place + 1)
    }
    if gaps.isEmpty { return [] }
    gaps.append(Gap(old: oldStart..<gap.old.upperBound, new: newStart..<gap.new.upperBound, depth: gap.depth + 1))
    return gaps
  }

  /// The places of the lines that a part of a text has once.
  private static func ones(in lines: [Int], _ range: Range<Int>) -> [Int: Int] {
    var places: [Int: Int] = [:]
    var several: Set<Int> = []
    for place in range {
      if places.updateValue(place, forKey: lines[place]) != nil { several.insert(lines[place]) }
    }
    for line in several { places[line] = nil }
    return places
  }
}
