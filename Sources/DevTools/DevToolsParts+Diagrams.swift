internal import EventLog
internal import EventStream

/// What diagrams are drawn of.
extension DevToolsParts {
  /// Why there is nothing to draw.
  enum DiagramRefusal: Error, Equatable {
    /// The log has no such event, or the index has forgotten it.
    case notThere(UInt64)
    /// The log is long, and hasn't been read as far as the event.
    case notReadYet
  }

  /// How long is read on for who waits for a diagram.
  private static let patience = Duration.seconds(10)
  /// How many records of a session are drawn at most, and among how many of all streams it is looked for what belongs to them.
  private static let mostOwn = 2_000
  private static let mostRead = 500_000

  /// The records of an event's chain. What the index lacks of the log is read first: the diagram may be the first that is asked for.
  func chain(of position: UInt64) async throws -> [LogRecord] {
    let (end, isBeyond) = position.addingReportingOverflow(UInt64(CauseTree.reach))
    let isRead = try await index.grow(from: log, upTo: isBeyond ? .max : end, within: Self.patience)
    guard let number = index.number(ofPosition: position) else {
      throw isRead ? DiagramRefusal.notThere(position) : .notReadYet
    }
    let tree = index.withEntries { CauseTree(around: number, in: $0) }
    return await log.records(at: tree.nodes.compactMap { index.entry($0.number)?.position })
  }

  /// The records of a session between two places, both included, and those of the app's that have to do with them.
  func stretch(of session: String, from first: UInt64, to last: UInt64) async throws -> [LogRecord] {
    guard first > 0, first <= last else { return [] }
    let own = try await ownRecords(of: session, from: first, to: last)
    let named = Set(own.flatMap { [$0.id, $0.cause, $0.answers].compactMap(\.self) })
    var (place, read, wanted) = (first - 1, 0, [UInt64]())
    while place < last, read < Self.mostRead, !named.isEmpty {
      let next = try await log.undamagedHeads(after: place, limit: 20_000)
      if next.place == place { break }
      let isApp = next.found.sources.map { $0 == .app }
      for head in next.found.heads where head.position <= last && isApp[head.source] {
        if named.contains(head.id) || head.cause.map(named.contains) == true { wanted.append(head.position) }
      }
      place = next.place
      read += next.found.heads.count
    }
    let others = await log.records(at: wanted)
    return own + others
  }

  /// A session's records, however many of others stand between them.
  private func ownRecords(of session: String, from first: UInt64, to last: UInt64) async throws -> [LogRecord] {
    var (place, own) = (first - 1, [LogRecord]())
    while place < last, own.count < Self.mostOwn {
      let next = try await log.undamaged(of: .session(session), after: place, limit: Self.mostOwn - own.count)
      if next.place == place { break }
      own += next.found.prefix { $0.position <= last }
      place = next.place
    }
    return own
  }
}
