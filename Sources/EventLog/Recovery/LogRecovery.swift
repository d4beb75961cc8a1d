/// Makes a new log of what is left of a damaged one.
///
/// Blocks are carried over as they are: events keep their bytes, their ids and their places. A session is carried over as far as its
/// events follow each other, for what is played beyond a gap would be another session; a snapshot without the event that it ends with is
/// of no use either.
///
/// ```swift
/// let recovery = try await LogRecovery(of: SQLiteLog(reading: "damaged.sqlite"), beside: SQLiteMargins(of: "damaged.sqlite"))
/// let report = try await recovery.write(to: SQLiteStore(path: "recovered.sqlite", owner: recovery.owner))
/// ```
package struct LogRecovery<Store: LogStore> {
  /// So many blocks of four kilobytes, about, or bytes of snapshots, are written at once.
  private static var blocksAtOnce: Int { 256 }
  private static var bytesAtOnce: Int { 1 << 20 }

  private let log: StoredLog<Store>
  private let margins: any LogMargins
  private let end: UInt64
  private let plan: RecoveryPlan

  /// Reads all of a log, and finds out what can be carried over.
  ///
  /// - Parameters:
  ///   - log: The log, opened to be read; or what was found of it without its store.
  ///   - margins: What stands beside its blocks.
  ///   - isSalvaged: Whether the log is what was found without its store: then nobody knows where it ended.
  /// - Throws: ``EventLogError/tooNew(found:known:)``; ``EventLogError/damaged(position:through:reason:)`` if the store can't read
  ///   enough of it, and what the store throws otherwise.
  package init(
    of log: StoredLog<Store>, beside margins: some LogMargins, isSalvaged: Bool = false
  ) async throws {
    self.log = log
    self.margins = margins
    end = isSalvaged ? .max : log.lastPosition ?? .max
    // What can't be read here is told by blocks, perhaps.
    let names = (try? await log.store.names()) ?? []
    var plan = try await Self.read(BlockWalk(log, through: end), beside: margins, knowing: names)
    // A name may be told behind where it is used, for the block that told it first may be lost.
    if plan.hasLearnedLate {
      plan = try await Self.read(BlockWalk(log, through: end), beside: margins, knowing: plan.names.all)
    }
    plan.finish(comparing: margins, through: end, isSalvaged: isSalvaged)
    self.plan = plan
  }

  private static func read(
    _ walk: BlockWalk<Store>, beside margins: some LogMargins, knowing names: [LogName]
  ) async throws -> RecoveryPlan {
    var plan = try RecoveryPlan(beside: margins, knowing: names)
    var walk = walk
    while let step = try await walk.next() {
      switch step {
      case .block(let contents, let place): plan.read(contents, behind: place)
      case .loss(let events, let reason): plan.lose(events, because: reason)
      }
    }
    return plan
  }

  /// Whose the log is, and the new one is to be; `nil` for nobody, or if that is lost.
  package var owner: LogOwner? { plan.owner }

  /// Writes what can be carried over into an empty store. If that fails, a part of it is there.
  ///
  /// - Returns: What has been carried over, and what hasn't.
  /// - Throws: What the log and the new store throw.
  package func write(to target: some LogStore) async throws -> RecoveryReport {
    try target.write(plan.head)
    var (tally, group) = (RecoveryTally(), LogGroup(version: plan.version))
    var walk = BlockWalk(log, through: end)
    while let step = try await walk.next() {
      guard case .block(let contents, let place) = step,
        let block = plan.rest(of: contents, behind: place, &tally)
      else { continue }
      group.blocks.append(block)
      if group.blocks.count == Self.blocksAtOnce {
        try target.write(group)
        group.blocks = []
      }
    }
    try target.write(group)
    try writeSnapshots(to: target)
    return plan.report(tally)
  }

  private func writeSnapshots(to target: some LogStore) throws {
    var (group, size) = (LogGroup(version: plan.version), 0)
    var written: [String: Set<UInt64>] = [:]
    _ = try margins.forEachSnapshot { session, snapshot, isSound in
      guard isSound, plan.keeps(snapshotAt: snapshot.position, of: session),
        written[session, default: []].insert(snapshot.position).inserted
      else { return }
      group.snapshots.append((session, snapshot))
      size += snapshot.content.count
      if size >= Self.bytesAtOnce {
        try target.write(group)
        (group.snapshots, size) = ([], 0)
      }
    }
    try target.write(group)
  }
}
