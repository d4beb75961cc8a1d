internal import EventLog
internal import EventStream

/// Answers what the screens ask about the log. Reads only when somebody asks.
struct LogServer: Server {
  let log: any EventLog
  let index: LogIndex
  let describe: EventDescription
  let screens: ScreenCache
  var isLive: @Sendable (_ session: String) -> Bool = { _ in false }

  /// How long reading goes on before the screen is told how far it is.
  private static let patience = Duration.milliseconds(120)
  /// How many records are looked through before it is told what was found.
  private static let searchBatch: UInt64 = 2_000

  var observers: some Observers {
    Answer(\DevToolsEvent.requestGrowth, atMost: 1) { [log, index] in
      let hasMore = try await index.grow(from: log, for: Self.patience)
      return LogGrowth(extent: index.extent, hasMore: hasMore)
    }
    // One at a time, for it takes the processor from the app; and in order, so that a line never comes behind the whole.
    Answer(\DevToolsEvent.requestTexts, atMost: 1) { wanted in await texts(of: wanted) }
    Answer(\DevToolsEvent.requestSearch) { search in try await find(search) }
    Answer(\DevToolsEvent.requestSessions) { [log, index, isLive] in
      // One more than are shown tells that there are more.
      let sessions = try await log.sessions(limit: ListedSession.most + 1)
      // Behind them, to count what they have. They are listed also where that can't be read.
      let isRead = (try? await index.grow(from: log, for: Self.patience)) == false
      return sessions.map { session in
        ListedSession(
          session: session, count: isRead ? index.count(of: .session(session.id)) : nil, isLive: isLive(session.id))
      }
    }
    Answer(\DevToolsEvent.requestEarlier) { stretch in try await read(stretch) }
    Answer(\DevToolsEvent.requestScreen) { moment in
      // In this order: the player goes on from there.
      let before = try await earlier(moment)
      let screen = try await screens.screen(of: moment.session, at: moment.position)
      return MomentScreen(
        moment: moment, title: screen.title, path: screen.path, outline: screen.outline,
        outlineBefore: before?.outline)
    }
  }

  private func read(_ stretch: SessionStretch) async throws -> EarlierEvents {
    let next = try await log.undamaged(
      of: .session(stretch.session), after: stretch.start, limit: Int(Self.searchBatch))
    let events = next.found.filter { $0.position < stretch.end && $0.name != LogIndex.screenName }
    // Few may stand before a damage: it is all only when nothing more comes.
    let isAll = next.place == stretch.start || next.place >= stretch.end - 1
    return EarlierEvents(
      events: events.map { SessionPlace(position: $0.position, time: $0.time, name: $0.name) },
      rest: isAll ? nil : SessionStretch(session: stretch.session, start: next.place, end: stretch.end))
  }

  private func earlier(_ moment: Moment) async throws -> RecordedScreen? {
    guard let before = moment.before else { return nil }
    return try await screens.screen(of: moment.session, at: before)
  }

  private func texts(of wanted: WantedTexts) async -> [EventText] {
    let found = await log.records(at: wanted.positions).map { record in
      EventText(
        position: record.position, summary: describe.summary(record),
        full: record.position == wanted.full ? describe.full(record) : nil)
    }
    // The log may have forgotten the others since they were listed.
    let rest = Set(wanted.positions).subtracting(found.map(\.position))
    return found + rest.map { EventText(position: $0, summary: nil, full: nil) }
  }

  private func find(_ search: TextSearch) async throws -> TextFindings {
    let start = max(search.start, search.end - min(search.end, Self.searchBatch))
    let wanted = TextPattern(search.text)
    var found: [UInt64] = []
    var place = start
    while place < search.end {
      let next = try await log.undamaged(of: nil, after: place, limit: Int(Self.searchBatch))
      if next.place == place { break }
      for record in next.found where record.position <= search.end {
        if wanted.matches(record.name.utf8) || wanted.matches(describe.whole(record).utf8) {
          found.append(record.position)
        }
      }
      place = next.place
    }
    return TextFindings(search: search, positions: found.reversed(), searched: start)
  }
}
