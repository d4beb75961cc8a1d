/// How to come from one order of unique keys to another with the fewest moves.
///
/// Linear in the number of keys, but for the longest increasing subsequence of those that may have moved.
public struct ListDifference: Equatable, Sendable {
  /// One step; carried out in order, each against what the steps before have made.
  public enum Step: Equatable, Sendable {
    /// Take the key out.
    case delete(Int)
    /// Put a new key in front of another, or at the end.
    case insert(Int, before: Int?)
    /// Put a key that is there in front of another, or at the end.
    case move(Int, before: Int?)
  }

  /// The steps: deletions first, then insertions and moves from the end to the front.
  public let steps: [Step]

  /// Nothing to do.
  static let none = ListDifference(from: [], to: [])

  /// Compares two orders. Each holds no key twice.
  public init(from old: [Int], to new: [Int]) {
    var start = 0
    while start < old.count, start < new.count, old[start] == new[start] { start += 1 }
    var oldEnd = old.count
    var newEnd = new.count
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    var steps: [Step] = []
    if start == oldEnd {
      Self.insertAll(new, start..<newEnd, &steps)
    } else if start == newEnd {
      for key in old[start..<oldEnd] { steps.append(.delete(key)) }
    } else {
      Self.compareMiddle(old, start..<oldEnd, new, start..<newEnd, &steps)
    }
    self.steps = steps
  }

  private static func insertAll(_ new: [Int], _ range: Range<Int>, _ steps: inout [Step]) {
    for index in range.reversed() {
      steps.append(.insert(new[index], before: index + 1 < new.count ? new[index + 1] : nil))
    }
  }

  private static func compareMiddle(
    _ old: [Int], _ oldRange: Range<Int>, _ new: [Int], _ newRange: Range<Int>, _ steps: inout [Step]
  ) {
    var places = KeyPlaces(old, oldRange)
    let sources = newRange.map { places.take(new[$0]) }
    for index in oldRange where places.take(old[index]) >= 0 { steps.append(.delete(old[index])) }
    let staying = longestIncreasing(sources)
    for offset in sources.indices.reversed() {
      let index = newRange.lowerBound + offset
      let before = index + 1 < new.count ? new[index + 1] : nil
      if sources[offset] < 0 {
        steps.append(.insert(new[index], before: before))
      } else if !staying[offset] {
        steps.append(.move(new[index], before: before))
      }
    }
  }

  /// Marks a longest increasing subsequence of the values that aren't negative.
  private static func longestIncreasing(_ values: [Int]) -> [Bool] {
    var tails: [Int] = []
    var previous = [Int](repeating: -1, count: values.count)
    for (index, value) in values.enumerated() where value >= 0 {
      // Mostly it is larger than all before.
      let isLargest = tails.last.map { values[$0] < value } ?? true
      var low = isLargest ? tails.count : 0
      var high = tails.count
      while low < high {
        let middle = (low + high) / 2
        if values[tails[middle]] < value { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = tails[low - 1] }
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var marks = [Bool](repeating: false, count: values.count)
    var index = tails.last ?? -1
    while index >= 0 {
      marks[index] = true
      index = previous[index]
    }
    return marks
  }
}
