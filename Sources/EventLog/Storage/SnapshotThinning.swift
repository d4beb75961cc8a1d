/// Which snapshots of a session are let go, so that a session that lives for ever doesn't fill the disk with them.
///
/// A session returns from its latest; the others are for looking at a moment, which should be equally quick wherever it is.
public enum SnapshotThinning {
  /// So many are kept of one session at most.
  public static let limit = 512
  /// So many go at once at most, for what is written meanwhile waits for it. A snapshot more is kept each time: that is enough.
  public static let atOnce = 4

  /// The places of those that go: the earliest of those that stand closer together than half of ``limit``, evenly spread, would. So what has
  /// been is evenly spread after a while, and what has just been stands closer.
  ///
  /// - Parameter positions: Where the session has snapshots, in order.
  /// - Returns: None unless there are more than ``limit``, and ``atOnce`` at most; neither the first nor the latest.
  public static func superfluous(of positions: [UInt64]) -> [UInt64] {
    guard positions.count > limit, let first = positions.first, let last = positions.last else { return [] }
    let distance = (last - first) / UInt64(limit / 2)
    var kept = first
    var gone: [UInt64] = []
    for position in positions.dropFirst().dropLast() where gone.count < atOnce {
      if position - kept < distance { gone.append(position) } else { kept = position }
    }
    return gone
  }
}
