public import EventStream

/// A session at a moment when nothing was under way, in a form that it can be brought back from.
public struct SessionSnapshot: Sendable, Codable {
  /// How the session began.
  public private(set) var opening: SessionOpening
  /// Where its stream stood.
  public private(set) var point: StreamPoint
  /// The address that was shown.
  let path: String
  /// The addresses that the screens showed, the lowest first; `nil` where the path tells them.
  let addresses: [String]?
  let random: UInt64
  let lastTimer: Int
  /// The timers that ran, in the order in which they were started.
  let timers: [KeptTimer]
  let lastView: Int
  let program: String
  /// Whether its page hasn't said yet what private views hold; `nil` if nothing of that is missing.
  let lacksPrivate: Bool?
  /// The values that were made with it: what its routes depend on first.
  let values: [KeptValue]
  /// What they are called, in the same order; `nil` in older logs.
  let valueNames: [String]?
  /// The outermost controllers, the lowest first.
  let controllers: [ControllerSnapshot]
  /// The views on the screen, depth first, and then those of controllers that are loaded but not shown.
  var views: [ViewSnapshot]

  /// The same moment as another session's.
  package func moved(to identity: StreamIdentity, _ opening: SessionOpening) -> SessionSnapshot {
    var moved = self
    (moved.opening, moved.point) = (opening, point.moved(to: identity))
    return moved
  }

  /// Why there is none.
  public enum Refusal: Error, Equatable, CustomStringConvertible {
    /// Something is under way just now: a request, a dialog, a timer that isn't started with the screen.
    case notNow
    /// The session that comes out of it isn't like this one.
    case unlike(String)

    /// Why.
    public var description: String {
      switch self {
      case .notNow: "something is under way"
      case .unlike(let what): what
      }
    }
  }
}

/// A timer in a snapshot.
struct KeptTimer: Sendable, Codable {
  let number: Int
  let due: Timestamp
  let duration: Duration
  let site: String

  init(_ timer: ScreenTimer) {
    number = timer.number
    due = timer.due
    duration = timer.duration
    site = timer.site
  }
}

/// A controller in a snapshot.
struct ControllerSnapshot: Sendable, Codable {
  let type: String
  let isLoaded: Bool
  /// Which of all that are loaded it was loaded behind; `nil` in older logs.
  var loadNumber: Int?
  let state: [String: KeptValue]
  let children: [ControllerSnapshot]
}

/// What a controller keeps, in the bytes that a ``SnapshotCoding`` has made of it.
struct KeptValue: Sendable, Codable {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      bytes = Array(text.utf8)
    } else {
      bytes = try container.decode([UInt8].self)
    }
  }

  /// As a text, if they are one: a third of the size of numbers.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let text = String(validating: bytes, as: UTF8.self) {
      try container.encode(text)
    } else {
      try container.encode(bytes)
    }
  }
}

/// A view in a snapshot: what its controller doesn't give it by itself.
struct ViewSnapshot: Sendable, Codable {
  let id: Int
  let kind: String
  /// What it holds otherwise than a view that its controller has just built.
  var settings: [KeptSetting] = []
  var own: KeptByView?
  /// Stands for the kind and the name that the view has when its controller has just built it; `nil` where nothing is kept.
  var mark: UInt32?

  /// Whether nothing is kept.
  var isEmpty: Bool { settings.isEmpty && own == nil }

  /// What a property holds; `nil` if it isn't set.
  struct KeptSetting: Sendable, Codable {
    let property: UInt8
    let value: PropertyValue?
  }
}

/// What a view holds beside its properties.
struct KeptByView: Sendable, Codable, Equatable {
  /// What was submitted last.
  var submitted: String?
  /// What was submitted and isn't answered.
  var submissions: [TextInput.Submission]?
  var rows: Rows?

  struct Rows: Sendable, Codable, Equatable {
    var keys: [Int]
    var lastKey: Int
    var selected: [Int] = []
    var shown: [Int: [ShownSetting]]
    /// The kinds of the parts that its rows have, where they show something by their users' doing.
    var parts: [String]?
    /// Which of its rows a large table keeps.
    var window: Window?
    /// Stands for which rows they are, in order; `nil` if nobody knows.
    var order: UInt32?
  }

  struct Window: Sendable, Codable, Equatable {
    var rows: Range<Int>
    /// The row that was jumped to last, and how often one was.
    var jump: Int
    var jumps: Int
  }
}
