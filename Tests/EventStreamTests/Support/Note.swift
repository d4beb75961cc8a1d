import EventStream

/// Plain events of a session, written by hand as `@Event` would.
enum Note: Event {
  case number(Int), text(String), tick

  enum Keys {
    enum number: CaseKey {
      typealias Root = Note
      typealias Payload = Int
      static var tag: Int { 0 }
      static var name: String { "number" }
      static func payload(of event: Note) -> Int { if case .number(let value) = event { value } else { wrongCase() } }
      static func event(_ payload: Int) -> Note { .number(payload) }
    }
    enum text: CaseKey {
      typealias Root = Note
      typealias Payload = String
      static var tag: Int { 1 }
      static var name: String { "text" }
      static func payload(of event: Note) -> String { if case .text(let value) = event { value } else { wrongCase() } }
      static func event(_ payload: String) -> Note { .text(payload) }
    }
    enum tick: CaseKey {
      typealias Root = Note
      typealias Payload = Void
      static var tag: Int { 2 }
      static var name: String { "tick" }
      static func payload(of event: Note) {}
      static func event(_ payload: Void) -> Note { .tick }
    }
  }

  var number: Case<Keys.number> { .init() }
  var text: Case<Keys.text> { .init() }
  var tick: Case<Keys.tick> { .init() }

  static let eventType = EventType.make(
    Note.self, name: "Note", cases: [.init(Keys.number.self), .init(Keys.text.self), .init(Keys.tick.self)])

  var tag: Int {
    switch self {
    case .number: 0
    case .text: 1
    case .tick: 2
    }
  }

  enum Names: String, CodingKey { case number, text, tick }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Names.self)
    switch self {
    case .number(let value): try EventCoding.encode(value, forKey: .number, in: &container)
    case .text(let value): try EventCoding.encode(value, forKey: .text, in: &container)
    case .tick: try EventCoding.encode((), forKey: .tick, in: &container)
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Names.self)
    switch try EventCoding.onlyKey(in: container, of: "Note", from: decoder) {
    case .number: self = .number(try EventCoding.decode(Int.self, forKey: .number, in: container))
    case .text: self = .text(try EventCoding.decode(String.self, forKey: .text, in: container))
    case .tick:
      try EventCoding.decode(Void.self, forKey: .tick, in: container)
      self = .tick
    }
  }
}
