internal import EventLog
internal import EventMacros
internal import EventStream

/// What the screens of the tools ask for, and what they are told.
@Event(reach: .app)
enum DevToolsEvent {
  /// Asks to read on in the log.
  @Answered(by: \.grown) case requestGrowth
  case grown(Result<LogGrowth, DevToolsFailure>)
  /// Asks what events carry.
  @Answered(by: \.texts) case requestTexts(WantedTexts)
  case texts(Result<[EventText], DevToolsFailure>)
  @Answered(by: \.found) case requestSearch(TextSearch)
  case found(Result<TextFindings, DevToolsFailure>)
  @Answered(by: \.sessions) case requestSessions
  case sessions(Result<[ListedSession], DevToolsFailure>)
  @Answered(by: \.screen) case requestScreen(Moment)
  case screen(Result<MomentScreen, DevToolsFailure>)
  /// Asks for events of a session that the index has forgotten.
  @Answered(by: \.earlier) case requestEarlier(SessionStretch)
  case earlier(Result<EarlierEvents, DevToolsFailure>)
}

/// How far the index has come.
struct LogGrowth: Hashable, Codable, Sendable {
  let extent: LogIndex.Extent
  /// Whether there is more to read at once.
  let hasMore: Bool
}

/// Events of which is asked what they carry.
struct WantedTexts: Hashable, Codable, Sendable {
  /// Their places.
  let positions: [UInt64]
  /// The place of the one among them that is open, if one is: of it alone all is told. In full, what a list shows may be megabytes.
  let full: UInt64?
}

/// What one event carries, as text.
struct EventText: Hashable, Codable, Sendable {
  let position: UInt64
  /// In one line; `nil` where the log can't tell it any more.
  let summary: String?
  /// In full, on several lines; `nil` as is `summary`, and where only that was asked for.
  let full: String?
}

/// Some of the log to be searched, from the end towards the beginning.
struct TextSearch: Hashable, Codable, Sendable {
  let text: String
  /// Only records up to this place.
  let end: UInt64
  /// Only records behind this place.
  let start: UInt64
}

/// What a search has found in a part of what it was to search.
struct TextFindings: Hashable, Codable, Sendable {
  let search: TextSearch
  /// The places of what was found, the last first.
  let positions: [UInt64]
  /// Down to where it has searched.
  let searched: UInt64
}

/// A recorded session, and how it is now.
struct ListedSession: Hashable, Codable, Sendable, Identifiable {
  let session: RecordedSession
  /// How many events its own page goes through: the log counts screens too. `nil` while the log is read, and where it has gone so far on
  /// since that nobody knows.
  let count: Int?
  /// Whether the server has it: a page shows it, or did until a moment ago. That a page has gone for good is never known, and so isn't
  /// recorded: it may come back after days.
  let isLive: Bool

  var id: String { session.id }

  /// How many are listed: the youngest.
  static let most = 500
}

/// Some of a session's events: those between two places in the log.
struct SessionStretch: Hashable, Codable, Sendable {
  let session: String
  /// The place before the first.
  let start: UInt64
  /// The place behind the last.
  let end: UInt64
}

/// What has been read of a stretch, from its beginning on.
struct EarlierEvents: Hashable, Codable, Sendable {
  let events: [SessionPlace]
  /// What is still to be read.
  let rest: SessionStretch?
}

/// Where one of a session's events stands in the log.
struct SessionPlace: Hashable, Codable, Sendable {
  let position: UInt64
  let time: Timestamp
  let name: String
}

/// A moment of a session.
struct Moment: Hashable, Codable, Sendable {
  let session: String
  /// The place of the last record before it.
  let position: UInt64
  /// The place of the session's record before that; `nil` if there is none.
  var before: UInt64?
}

/// A session's screen at a moment.
struct MomentScreen: Hashable, Codable, Sendable {
  let moment: Moment
  let title: String
  let path: String
  /// The views as indented lines.
  let outline: String
  /// The views of the moment before.
  let outlineBefore: String?
}
