public import EventMacros

/// The todos whose deletion can be undone: all that were deleted, one soon after the other, but for the first of very many.
public struct DeletedTodos: Sendable, Equatable, Codable {
  /// Their rows, in the order in which they were deleted.
  public private(set) var rows: [TodoRow] = []
  /// Since when, and until when. Of those that were kept before it is unknown since when.
  private var begun: Timestamp?
  private var end: Timestamp?

  /// So many are kept, and so many bytes of their texts: a session holds them, and each of its snapshots.
  private static let most = 1_000, mostBytes = 1 << 20

  /// None.
  public init() {}

  /// Takes in that one was deleted. It can be undone for a while, and those before it for just as long, if they still can.
  public mutating func add(_ row: TodoRow, at now: Timestamp, for duration: Duration) {
    forget(at: now)
    rows.removeAll { $0.id == row.id }
    rows.append(row)
    var bytes = rows.reduce(0) { $0 + $1.bytes }
    while rows.count > Self.most || bytes > Self.mostBytes && rows.count > 1 { bytes -= rows.removeFirst().bytes }
    (begun, end) = (now, now.advanced(by: duration))
  }

  /// They are offered anew, and can be undone for as long as that is seen.
  public mutating func extend(at now: Timestamp, for duration: Duration) {
    forget(at: now)
    if !rows.isEmpty { (begun, end) = (now, now.advanced(by: duration)) }
  }

  /// Forgets them if their time is up, or nobody knows, for the clock was set back: they would be there for as long as that.
  public mutating func forget(at now: Timestamp) {
    guard let end else { return }
    if now >= end || now < begun ?? now { self = DeletedTodos() }
  }

  /// Gives them all, and forgets them.
  public mutating func takeAll() -> [TodoRow] {
    defer { self = DeletedTodos() }
    return rows
  }
}
