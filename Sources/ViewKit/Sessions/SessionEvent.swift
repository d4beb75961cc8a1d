public import EventStream

/// What happens to a session from outside: with the events that come to it, all that a replay of it needs.
///
/// Each is on the session's stream before what it causes, and is the cause of that; but for those that say that they aren't sent.
public enum SessionEvent: Event {
  /// A page was opened: the session begins.
  case opened(SessionOpening)
  /// The user has gone to another address of the app.
  case visited(SessionVisit)
  /// The user has done something with a view.
  case acted(SessionAct)
  /// The session has been brought back from its recording; the payload says by which program.
  case returned(String)
  /// A timer has run down; the payload is its number in the session.
  case timerFired(Int)
  /// What the screen has come to: not sent, but written into recordings, so that a replay can be compared.
  case shown(ShownScreen)
  /// The session is over, and is not to be brought back: not sent, so nobody can observe it.
  ///
  /// When a session ends, ``Controller/didEnd()`` of its screens is called, and what `RunningServer.onEnd(_:)` was given by its servers, which
  /// may send on the app's stream.
  case ended
  /// The session is about to be played from its recording: not sent, but written before. Where no ``returned(_:)`` follows, the
  /// process has not outlived it.
  case returning
  /// The same, of a session that a process has not outlived: no other such session is played meanwhile.
  case returningAlone

  /// The case's place, from 0.
  public var tag: Int {
    switch self {
    case .opened: 0
    case .visited: 1
    case .acted: 2
    case .returned: 3
    case .timerFired: 4
    case .shown: 5
    case .ended: 6
    case .returning: 7
    case .returningAlone: 8
    }
  }

  /// What the streams know of the type.
  public static let eventType = EventType.make(
    SessionEvent.self, name: "SessionEvent",
    cases: [
      EventCase(Keys.opened.self), EventCase(Keys.visited.self), EventCase(Keys.acted.self),
      EventCase(Keys.returned.self), EventCase(Keys.timerFired.self), EventCase(Keys.shown.self),
      EventCase(Keys.ended.self), EventCase(Keys.returning.self), EventCase(Keys.returningAlone.self),
    ])
}

extension SessionEvent {
  /// The tags of what is acted on when it is delivered.
  static let happenings = Keys.opened.tag..<Keys.timerFired.tag + 1
}

/// How a session began.
public struct SessionOpening: Sendable, Hashable, Codable {
  /// The path that was opened.
  public let path: String
  /// Who opened it.
  public let visitor: Visitor
  /// What the session's random numbers begin with.
  public let seed: UInt64
  /// What a page has to prove itself with, in a form that it can't be got back from; empty where no page can come back.
  public let proof: String
  /// Which program the session began in.
  public let program: String
  /// How many numbers for what its user did were given before its page came, if it goes on from another's recording.
  public let actsBefore: Int?

  /// Describes an opening.
  public init(
    path: String, visitor: Visitor = Visitor(), seed: UInt64 = .random(in: 0 ... .max), proof: String = "",
    program: String = "", actsBefore: Int? = nil
  ) {
    self.actsBefore = actsBefore
    self.path = path
    self.visitor = visitor
    self.seed = seed
    self.proof = proof
    self.program = program
  }
}

/// That a user went to another address.
public struct SessionVisit: Sendable, Hashable, Codable {
  /// The number that the page gave to what the user did; 0 where none did.
  public let number: Int
  /// Where the user went.
  public let path: String
  /// Whether that was through the browser's history, so that the address bar shows it already.
  public let isBack: Bool

  /// Describes a visit.
  public init(number: Int = 0, path: String, isBack: Bool = false) {
    self.number = number
    self.path = path
    self.isBack = isBack
  }
}

/// That a user did something.
public struct SessionAct: Sendable, Hashable, Codable {
  /// The number that the page gave to it; 0 where none did.
  public let number: Int
  /// What it was. What was typed into a private view is not in it.
  public let intent: Intent
  /// Stands for the kind and the name of what it was done to, by which another program finds that again; ``refusedMark`` if the screen
  /// didn't allow it; `nil` if nobody knows.
  public let mark: UInt32?
  /// Stands for the row that it was done to, whatever its place in its table; `nil` if it was none, or nobody knows which.
  public let row: UInt32?
  /// Stands in the same way for the row that it was moved before; `nil` if it wasn't.
  public let next: UInt32?

  /// The mark of what came to nothing: there was no such view, or it couldn't be used.
  public static let refusedMark: UInt32 = 0

  /// Describes an act.
  public init(number: Int = 0, _ intent: Intent, mark: UInt32? = nil, row: UInt32? = nil, next: UInt32? = nil) {
    self.number = number
    self.intent = intent
    self.mark = mark
    self.row = row
    self.next = next
  }
}

/// A screen as a recording has it.
public struct ShownScreen: Sendable, Hashable, Codable {
  /// A number that stands for the screen.
  public let digest: UInt64
  /// The screen itself, where it was recorded.
  public let text: String?

  /// Describes a screen.
  public init(digest: UInt64, text: String? = nil) {
    self.digest = digest
    self.text = text
  }
}
