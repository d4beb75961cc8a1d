/// Which snapshots of a session are let go, so that a session that lives for ever doesn't fill the disk with them.
///
/// A session returns from its latest; the others are for looking at a moment, which should be equally quick wherever it is.
public enum SnapshotThinning {
  /// So many are kept of one session at most.
  public static let limit = 512

  /// The places of those that go, so that about half of the limit is left, evenly spread, and the latest among them.
  ///
  /// - Parameter positions: Where the session has snapshots, in order.
  /// - Returns: None unless there are more than ``limit``.
  public static func superfluous(of positions: [UInt64]) -> [UInt64] {
    guard positions.count > limit, let first = positions.first, let last = positions.last else { return [] }
    let distance = (last - first) / UInt64(limit / 2)
    var kept = first
    return positions.dropFirst().dropLast().filter { position in
      if position - kept < distance { return true }
      kept = position
      return false
    }
  }
}
