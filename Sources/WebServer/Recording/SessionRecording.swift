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
    public fileprivate(set) var end: UInt64
    /// When it began.
    public let time: Timestamp
    /// The name of its first event's case.
    public let name: String
    /// What the screen came to, where that was recorded.
    public fileprivate(set) var screen: ShownScreen?
    /// What came from outside, in order.
    fileprivate(set) var inputs: [LogRecord] = []
  }

  /// How the session began.
  public let opening: SessionOpening
  /// Its turns, in order; the first opens it.
  public let turns: [Turn]
  let decoder: EventDecoder
  /// The last record that came to it from the app's stream, if any did; otherwise its opening's.
  let lastArrival: LogRecord

  /// Why a session can't be brought back or played.
  public enum Refusal: Error, Equatable, CustomStringConvertible {
    /// It isn't in the log, or has no beginning there.
    case unknown(String)
    /// It has ended.
    case ended
    /// Some of it was never written.
    case incomplete

    /// Why.
    public var description: String {
      switch self {
      case .unknown(let id): "the log has no session \(id), or not its beginning"
      case .ended: "the session has ended"
      case .incomplete: "some of the session was never written: the log had no room for it"
      }
    }
  }

  /// Reads what a log has of a session.
  ///
  /// - Throws: ``Refusal``; what the log throws, and what its events do when they are decoded.
  public static func read(
    _ id: String, from log: any EventLog, decoder: EventDecoder = EventDecoder()
  ) async throws -> SessionRecording {
    guard let session = try await log.session(id) else { throw Refusal.unknown(id) }
    if session.isEnded { throw Refusal.ended }
    if session.isIncomplete { throw Refusal.incomplete }
    var turns = TurnReader()
    var position: UInt64 = 0
    while true {
      let records = try await log.records(of: .session(id), after: position, limit: 10_000)
      for record in records { try turns.read(record) }
      guard let last = records.last else { break }
      position = last.position
    }
    return try SessionRecording(turns, id, decoder)
  }

  /// Takes what was read already, in order.
  ///
  /// - Throws: As ``read(_:from:decoder:)``.
  public init(_ records: [LogRecord], decoder: EventDecoder = EventDecoder()) throws {
    var turns = TurnReader()
    for record in records { try turns.read(record) }
    try self.init(turns, "of these events", decoder)
  }

  private init(_ read: TurnReader, _ id: String, _ decoder: EventDecoder) throws {
    guard let first = read.turns.first?.inputs.first, let lastArrival = read.lastArrival,
      case .opened(let opening)? = try decoder.event(of: first) as? SessionEvent
    else { throw Refusal.unknown(id) }
    self.opening = opening
    turns = read.turns
    self.lastArrival = lastArrival
    self.decoder = decoder
  }

  /// What came from outside in a turn. Types that only the session's own servers use are known when it has begun, so turns are
  /// decoded as they are played.
  ///
  /// - Throws: As `EventDecoder.event(of:)`.
  func events(of turn: Turn) throws -> [RecordedEvent] {
    try turn.inputs.compactMap { record in try RecordedEvent(record, decoder) }
  }
}

/// Puts records together to turns.
private struct TurnReader {
  var turns: [SessionRecording.Turn] = []
  var lastArrival: LogRecord?
  private var identity: StreamIdentity?

  init() {
    // A type is found by its name from its first use on.
    _ = SessionEvent.eventType
    _ = ViewEvent.eventType
  }

  mutating func read(_ record: LogRecord) throws {
    if record.name == "SessionEvent.shown" {
      guard !turns.isEmpty, case .shown(let screen)? = try record.event() as? SessionEvent else { return }
      turns[turns.count - 1].screen = screen
      return
    }
    if record.name == "SessionEvent.ended" { throw SessionRecording.Refusal.ended }
    if record.marks.contains(.beginsTurn) {
      turns.append(
        SessionRecording.Turn(
          position: record.position, end: record.position, time: record.time, name: record.name))
    }
    guard !turns.isEmpty else { return }
    turns[turns.count - 1].end = record.position
    guard record.marks.contains(.input) else { return }
    turns[turns.count - 1].inputs.append(record)
    if let identity {
      if StreamIdentity(of: record.id) != identity { lastArrival = record }
    } else {
      identity = StreamIdentity(of: record.id)
      lastArrival = record
    }
  }
}
