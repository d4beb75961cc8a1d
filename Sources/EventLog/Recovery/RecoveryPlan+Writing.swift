/// How much has been carried over, and how much of sessions hasn't.
struct RecoveryTally {
  /// How many events have been.
  var events = 0
  /// How many events of sessions haven't that stood before what has, and behind it.
  var before: [String: Int] = [:]
  var behind: [String: Int] = [:]
}

/// What is written into the new log.
extension RecoveryPlan {
  /// The names and sessions of the log: what its blocks refer to.
  var head: LogGroup {
    var group = LogGroup(version: version)
    group.names = names.all
    group.lastIdentity = identity
    let kept = chapters.values.filter { !isLeftOut($0.session) }.sorted { $0.number < $1.number }
    let last = Dictionary(kept.map { ($0.session, $0.number) }) { $1 }
    for chapter in kept {
      group.chapters.append(NewChapter(number: chapter.number, session: chapter.session, began: chapter.began))
      var kinds: [ChapterNote.Kind] = []
      if let user = chapter.user { kinds.append(.user(user)) }
      let isCut = sessions[chapter.session]?.isCut == true && last[chapter.session] == chapter.number
      if chapter.isIncomplete || isCut { kinds.append(.incomplete) }
      if chapter.isEnded { kinds.append(.ended) }
      group.notes += kinds.map { ChapterNote(number: chapter.number, kind: $0) }
    }
    return group
  }

  /// Whether nothing of a session is carried over, although there was something.
  private func isLeftOut(_ session: String) -> Bool {
    guard let remains = sessions[session] else { return missing[session] != nil }
    return remains.range == nil
  }

  /// The part of a block that is carried over, as it was if that is all of it; `nil` if nothing is.
  ///
  /// - Parameter place: Only the events behind it.
  func rest(of contents: BlockContents, behind place: UInt64, _ tally: inout RecoveryTally) -> LogBlock? {
    var left: [(record: CodedRecord, payload: Range<Int>)] = []
    for each in contents.records where each.record.position > place {
      if keeps(each.record, &tally) { left.append(each) }
    }
    tally.events += left.count
    guard let first = left.first, let last = left.last else { return nil }
    if left.count < contents.records.count { return contents.rebuilt(with: left) }
    let counts = Dictionary(left.map { ($0.record.source, 1) }, uniquingKeysWith: +)
    return LogBlock(
      bytes: contents.bytes, first: first.record.position, last: last.record.position,
      streams: counts.map { LogBlock.Stream(number: $0, count: $1) })
  }

  private func keeps(_ record: CodedRecord, _ tally: inout RecoveryTally) -> Bool {
    if record.source == 0 { return !unreadable.contains(record.position) }
    guard let session = chapters[record.source]?.session else { return false }
    guard let range = sessions[session]?.range, record.position >= range.lowerBound else {
      tally.before[session, default: 0] += 1
      return false
    }
    if range.contains(record.position) { return true }
    tally.behind[session, default: 0] += 1
    return false
  }

  /// Whether a snapshot belongs to what is carried over of its session.
  func keeps(snapshotAt place: UInt64, of session: String) -> Bool {
    sessions[session]?.range?.contains(place) == true
  }

  /// What has become of it.
  func report(_ tally: RecoveryTally) -> RecoveryReport {
    var losses = self.losses
    if !unreadable.isEmpty { losses.append(.unreadable(unreadable.count)) }
    for session in Set(sessions.keys).union(missing.keys).sorted() { losses += self.losses(of: session, tally) }
    let kept = Set(chapters.values.map(\.session)).filter { !isLeftOut($0) }
    let unnoted = kept.intersection(unnoted)
    if !unnoted.isEmpty { losses.append(.notes(unnoted.count)) }
    return RecoveryReport(events: tally.events, sessions: kept.count, losses: losses)
  }

  private func losses(of session: String, _ tally: RecoveryTally) -> [RecoveryLoss] {
    let (before, behind) = (tally.before[session] ?? 0, tally.behind[session] ?? 0)
    let lost = missing[session] ?? 0
    guard let remains = sessions[session], let range = remains.range else {
      return [.session(session, leftOut: before, lost: lost)]
    }
    var found: [RecoveryLoss] = []
    if before > 0 || lost > 0 && !remains.isCut {
      found.append(.beginning(of: session, before: range.lowerBound, leftOut: before))
    }
    if remains.isCut { found.append(.end(of: session, behind: range.upperBound, leftOut: behind, lost: lost)) }
    return found
  }
}
