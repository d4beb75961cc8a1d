/// Work that waits: a line for each session, each of which has its turn once in a round, and so has each party of several sessions. Who
/// asks for much waits longer, and nobody else does.
struct WorkLines {
  private typealias Item = (source: StreamIdentity, work: WorkQueue.Work)

  private var parties = Turns<UInt64, Turns<StreamIdentity, WaitingLine<Item>>>()
  /// Where the line of each session is, and how long: what it asks stays in order, though its party is another by now.
  private var homes: [StreamIdentity: (party: UInt64, count: Int)] = [:]

  /// - Parameters:
  ///   - source: The session that asks for it, or the app itself.
  ///   - party: With whom that stands together, if with anyone.
  mutating func add(_ work: @escaping WorkQueue.Work, of source: StreamIdentity, in party: UInt64?) {
    let home = homes[source]?.party ?? party ?? source.rawValue
    homes[source, default: (home, 0)].count += 1
    parties.change(home) { sources in
      sources.change(source) { $0.append((source, work)) }
    }
  }

  mutating func popFirst() -> WorkQueue.Work? {
    guard let first = parties.popFirst() else { return nil }
    homes[first.source]?.count -= 1
    if homes[first.source]?.count == 0 { homes[first.source] = nil }
    return first.work
  }
}
