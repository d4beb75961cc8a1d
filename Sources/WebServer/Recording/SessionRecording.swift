public import EventLog
public import EventStream
public import ViewKit

/// A session as a log has it: how it began, and the turns that came after.
public struct SessionRecording: Sendable {
  /// One step of a session: what came from outside, and the screen that it led to.
  public struct Turn: Sendable {
    /// The place in the log of the turn's first event.
    public let position: UInt64
    /// The place of its last event, of those included that follow from the others.
    public internal(set) var end: UInt64
    /// When it began.
    public let time: Timestamp
    /// The name of its first event's case.
    public let name: String
    /// What the screen came to, where that was recorded.
    public internal(set) var screen: ShownScreen?
    /// Whether it is known that it was recorded to its end.
    var isWhole = false
    /// How often the session was about to be brought back since the turn before.
    var returns = 0
    /// What came from outside, in order.
    var inputs: [LogRecord] = []
  }

  /// How the session began.
  public let opening: SessionOpening
  /// Its turns, in order; the first opens it, unless the recording begins with a snapshot.
  public let turns: [Turn]
  /// Whether the turns follow on another program's snapshot: they may not play in this one.
  public var beginsWithOther: Bool { start.map { $0.program != Program.identity } ?? false }
  /// Whether the turns follow on a snapshot, and not on nothing.
  public var beginsWithSnapshot: Bool { start != nil }
  let decoder: EventDecoder
  /// How far it has heard the app's stream.
  let lastArrival: AppPlace
  /// What the turns follow on; `nil` if they are all. Another program may have kept it, where there is nothing else.
  let start: KeptSession?
  /// Whether it was about to be played, and the process came to an end before it was.
  let isSuspect: Bool
  /// How often that was so while no other of which it was so was played: where nobody else had to do with it, as far as is known.
  let unfinishedReturnsAlone: Int
  /// How often it was about to be brought back since its last turn.
  let returns: Int
  /// Whether it is a copy of another's, and its process came to an end before it went on: what it has asked for, the other has.
  let isUnbegunCopy: Bool
  /// The place of the last event that is in the snapshot that the turns follow on; 0 if there is none.
  public private(set) var startPosition: UInt64 = 0

  /// Why a session can't be brought back or played.
  public enum Refusal: Error, Equatable, CustomStringConvertible {
    /// It isn't in the log.
    case unknown(String)
    /// Its beginning isn't in the log, and no snapshot from which it could be gone on with.
    case withoutBeginning(String)
    /// It has ended.
    case ended
    /// Some of it was never written.
    case incomplete
    /// Events behind a place are missing in the log: what was played of the others would be another session.
    case gap(behind: UInt64)
    /// What its user did last was done to something that this program's screen hasn't got.
    case otherScreen
    /// Too much came in it behind its latest snapshot: it was never at rest since.
    case tooLong
    /// Too much came in it to play all of it, and it has no snapshot that does for this program.
    case tooLongWithoutSnapshot
    /// Its beginning was forgotten, and the snapshot that is left of it was taken when the app's events had another version.
    case otherVersion(Int)
    /// Each time that it was played by itself, the process came to an end.
    case harmful

    /// Why.
    public var description: String {
      switch self {
      case .unknown(let id): "the log has no session \(id)"
      case .withoutBeginning(let id):
        "the log hasn't the beginning of session \(id): that was forgotten, or is damaged, and there is no snapshot to go on from"
      case .ended: "the session has ended"
      case .otherScreen: "what its user did last was done to something that this program's screen hasn't got"
      case .tooLong:
        "more than \(SessionRecording.mostBroughtBack) events came in it behind its latest snapshot: was a dialog open all that time?"
      case .tooLongWithoutSnapshot:
        "more than \(SessionRecording.mostBroughtBack) events came in it, too many to play all of them, and it has no snapshot that does: "
          + "are this program's screens built otherwise, or have the app's events another version?"
      case .otherVersion(let version):
        "the log has forgotten its beginning, and its snapshot is of version \(version) of the app's events, whose migrations don't tell what "
          + "screens kept"
      case .harmful:
        "the process came to an end \(SessionRecording.mostUnfinishedReturnsAlone) times while it was played by itself: look for "
          + "a trap in what its last events do"
      case .incomplete: "some of the session was never written: the log had no room for it"
      case .gap(let position):
        "events of the session are missing behind event \(position), for the log is damaged: “ghostlight log export "
          + "--up-to-damage” saves those before"
      }
    }

    /// Whether too much came in it.
    var isOfLength: Bool { self == .tooLong || self == .tooLongWithoutSnapshot }
  }

  /// Playing so many events takes some tenths of a second.
  public static let mostPlayed = 20_000
  /// A session in which more came from outside, behind its latest snapshot, isn't brought back: it would take a minute, and 150 MB.
  static let mostBroughtBack = 300_000
  /// A session that has not come back so often, by itself, isn't tried again: it may be what ends the process, for everybody. Nobody
  /// can tell that from a process that was killed while it was played, but so often in a row that isn't by chance.
  static let mostUnfinishedReturnsAlone = 4

  /// Reads what a log has of a session.
  ///
  /// - Parameters:
  ///   - position: Read only what is needed to come to this place and go on from there: from the latest snapshot before it. All of
  ///     the session unless given.
  ///   - mostPlayed: A session of more events begins with another program's snapshot too, if that is the latest. Its screens may be
  ///     built otherwise, so that it can't be played: then read all of the session.
  ///   - end: Read no further than the turn of this place, to look at. Then a session that has ended, or whose end was never
  ///     written, can be read too.
  /// - Throws: ``Refusal``; what the log throws, and what its events do when they are decoded.
  public static func read(
    _ id: String, from log: any EventLog, decoder: EventDecoder = EventDecoder(), near position: UInt64? = nil,
    through end: UInt64? = nil, mostPlayed: Int = SessionRecording.mostPlayed
  ) async throws -> SessionRecording {
    // All of the program's file is read for it, which takes longer than playing a short session: only where a snapshot is looked for.
    let program = position == nil ? "" : Program.identity
    return try await read(
      id, from: log, decoder: decoder, near: position, through: end, keptBy: program, mostPlayed: mostPlayed)
  }

  /// Reads what proves that somebody may speak for a session, which takes one record, and a snapshot where that has been forgotten.
  ///
  /// - Returns: `nil` if the log has nothing of it.
  /// - Throws: ``Refusal/withoutBeginning(_:)``; what the log throws, and what the record does when it is decoded.
  static func proof(of id: String, from log: any EventLog, _ decoder: EventDecoder) async throws -> String? {
    guard let first = try await log.records(of: .session(id), after: 0, limit: 1).first else { return nil }
    // A type is found by its name from its first use on.
    _ = SessionEvent.eventType
    if first.beginsSession, case .opened(let opening)? = try decoder.event(of: first) as? SessionEvent {
      return opening.proof
    }
    guard let start = try await KeptSession.first(of: id, before: .max, from: log) else {
      throw Refusal.withoutBeginning(id)
    }
    return start.kept.session.opening.proof
  }

  /// The same, where the snapshots are rather those that a certain program has made: see ``KeptSession/nearest``.
  ///
  /// - Parameter mostInputs: A session in which more came from outside, behind what it begins with, is refused.
  static func read(
    _ id: String, from log: any EventLog, decoder: EventDecoder = EventDecoder(), near position: UInt64?,
    through end: UInt64? = nil, keptBy program: String, mostPlayed: Int = SessionRecording.mostPlayed,
    mostInputs: Int = .max
  ) async throws -> SessionRecording {
    guard let session = try await log.session(id) else { throw Refusal.unknown(id) }
    if session.isEnded, end == nil { throw Refusal.ended }
    if session.isIncomplete, end == nil { throw Refusal.incomplete }
    let start: (kept: KeptSession, position: UInt64)?
    if let position {
      start = try await KeptSession.nearest(
        of: session, before: position, keptBy: program, version: decoder.version, mostPlayed: mostPlayed, from: log)
    } else {
      start = try await KeptSession.first(of: id, before: end ?? .max, from: log)
    }
    var turns = TurnReader(decoder, behind: start?.kept, at: start?.position ?? 0)
    var place = start?.position ?? 0
    reading: while true {
      let records: [LogRecord]
      do { records = try await log.records(of: .session(id), after: place, limit: 5_000) } catch {
        // What lies behind the place isn't needed.
        guard case EventLogError.damaged = error, let end, place >= end else { throw error }
        break
      }
      guard let last = records.last else {
        try turns.finish()
        break
      }
      for record in records {
        if let end, record.position > end, record.marks.contains(.beginsTurn) { break reading }
        try turns.read(record)
      }
      if turns.inputs > mostInputs {
        throw position == nil || start == nil ? Refusal.tooLongWithoutSnapshot : .tooLong
      }
      place = last.position
    }
    var recording = try SessionRecording(turns, id, decoder, behind: start?.kept)
    recording.startPosition = start?.position ?? 0
    return recording
  }

  /// Takes what was read already, in order.
  ///
  /// - Throws: As ``read(_:from:decoder:)``.
  public init(_ records: [LogRecord], decoder: EventDecoder = EventDecoder()) throws {
    try self.init(records, behind: nil, decoder: decoder)
  }

  /// Takes a session that was exported.
  ///
  /// - Throws: As ``read(_:from:decoder:)``.
  public init(_ export: SessionExport, decoder: EventDecoder = EventDecoder()) throws {
    let start = export.records.first?.beginsSession == false ? export.start : nil
    try self.init(
      export.records.filter { $0.position > start?.position ?? 0 }, behind: start.flatMap(KeptSession.init),
      decoder: decoder)
  }

  /// Takes what was read already.
  ///
  /// - Parameter start: What the records follow on; `nil` if they are all.
  init(_ records: [LogRecord], behind start: KeptSession?, decoder: EventDecoder) throws {
    var turns = TurnReader(decoder, behind: start)
    for record in records { try turns.read(record) }
    try turns.finish()
    try self.init(turns, "of these events", decoder, behind: start)
  }

  private init(_ read: TurnReader, _ id: String, _ decoder: EventDecoder, behind start: KeptSession? = nil) throws {
    if let start {
      opening = start.session.opening
    } else {
      guard let first = read.turns.first?.inputs.first,
        case .opened(let opening)? = try decoder.event(of: first) as? SessionEvent
      else { throw read.turns.isEmpty ? Refusal.unknown(id) : Refusal.withoutBeginning(id) }
      self.opening = opening
    }
    guard let lastArrival = read.lastArrival else { throw Refusal.unknown(id) }
    turns = read.turns
    self.lastArrival = lastArrival
    isSuspect = read.isSuspect
    isUnbegunCopy = read.isUnbegunCopy
    returns = read.returns
    unfinishedReturnsAlone = read.unfinishedReturnsAlone
    self.decoder = decoder
    self.start = start
  }

  /// Which program the session was in last, as far as the recording tells.
  var program: String {
    let last = turns.last { $0.name == "SessionEvent.returned" }
    if let first = last?.inputs.first, case .returned(let program)? = try? decoder.event(of: first) as? SessionEvent {
      return program
    }
    return start?.program ?? opening.program
  }

  /// What came from outside in a turn. Types that only the session's own servers use are known when it has begun, so turns are
  /// decoded as they are played.
  ///
  /// - Throws: As `EventDecoder.event(of:)`.
  func events(of turn: Turn) throws -> [RecordedEvent] {
    try turn.inputs.compactMap { record in try RecordedEvent(record, decoder) }
  }
}
