/// Who sent what to whom, in what order: the picture of a stretch of a recording.
///
/// Made from records with ``init(of:limit:describing:)``, drawn with ``svg`` and ``mermaid``.
public struct SequenceDiagram: Hashable, Sendable {
  /// Who takes part, from left to right.
  public let lanes: [DiagramLane]
  /// What is sent, in order.
  public let messages: [DiagramMessage]
  /// How many records there were beyond the limit.
  public let omitted: Int

  /// Puts a diagram together by hand.
  public init(lanes: [DiagramLane], messages: [DiagramMessage], omitted: Int = 0) {
    self.lanes = lanes
    self.messages = messages
    self.omitted = omitted
  }
}

/// One who takes part, as far as records tell.
public enum DiagramLane: Hashable, Sendable {
  /// The browser of a session: where its events without a cause come from.
  case browser(session: String)
  /// A session's stream with its controllers.
  case session(String)
  /// Whoever answers the requests of a type in a session.
  case sessionServer(session: String, type: String)
  /// The stream of the app.
  case app
  /// Whoever answers the requests of a type for the whole app.
  case appServer(type: String)
  /// A sender that the records don't name.
  case unknown
}

/// One event on its way.
public struct DiagramMessage: Hashable, Sendable {
  /// What the event is to those that it goes between.
  public enum Kind: Hashable, Sendable {
    /// Something that happened.
    case event
    /// Something that somebody is to answer.
    case request
    /// What a request is answered with.
    case answer
    /// The answer to a request that failed.
    case failure
  }

  /// Who sent it.
  public let sender: Int
  /// The stream that it passed.
  public let receiver: Int
  /// Who is known to have taken it from that stream.
  public let observer: Int?
  /// The event's case, such as `TodoEvent.rows`.
  public let name: String
  /// What it carries, for people; empty where it carries nothing or nobody said.
  public let detail: String
  /// What it is to who sent it and who took it.
  public let kind: Kind
  /// Nanoseconds since the first message.
  public let time: Int64
  /// The place of the record in its log.
  public let position: UInt64

  /// Describes a message.
  ///
  /// - Parameters:
  ///   - sender: The index of a lane, as are `receiver` and `observer`.
  public init(
    from sender: Int, to receiver: Int, observer: Int? = nil, name: String, detail: String = "", kind: Kind = .event,
    time: Int64 = 0, position: UInt64 = 0
  ) {
    self.sender = sender
    self.receiver = receiver
    self.observer = observer
    self.name = name
    self.detail = detail
    self.kind = kind
    self.time = time
    self.position = position
  }

  /// The name without the type's.
  var shortName: Substring { name.firstIndex(of: ".").map { name[name.index(after: $0)...] } ?? name[...] }
}
