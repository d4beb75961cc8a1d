import EventStream

/// Requests to the whole app, their answers, and nested events; written by hand as `@Event` would.
enum Store: Event {
  case double(Int)
  case doubled(Result<Int, TestFailure>)
  case spell(Int)
  case spelled(Result<String, TestFailure>)
  case note(Note)

  static var reach: Reach { .app }

  enum Keys {
    enum double: RequestKey {
      typealias Root = Store
      typealias Payload = Int
      typealias Answer = doubled
      static var tag: Int { 0 }
      static var name: String { "double" }
      static func payload(of event: Store) -> Int { if case .double(let value) = event { value } else { wrongCase() } }
      static func event(_ payload: Int) -> Store { .double(payload) }
    }
    enum doubled: CaseKey {
      typealias Root = Store
      typealias Payload = Result<Int, TestFailure>
      static var tag: Int { 1 }
      static var name: String { "doubled" }
      static func payload(of event: Store) -> Payload {
        if case .doubled(let value) = event { value } else { wrongCase() }
      }
      static func event(_ payload: Payload) -> Store { .doubled(payload) }
    }
    enum spell: RequestKey {
      typealias Root = Store
      typealias Payload = Int
      typealias Answer = spelled
      static var tag: Int { 2 }
      static var name: String { "spell" }
      static func payload(of event: Store) -> Int { if case .spell(let value) = event { value } else { wrongCase() } }
      static func event(_ payload: Int) -> Store { .spell(payload) }
    }
    enum spelled: CaseKey {
      typealias Root = Store
      typealias Payload = Result<String, TestFailure>
      static var tag: Int { 3 }
      static var name: String { "spelled" }
      static func payload(of event: Store) -> Payload {
        if case .spelled(let value) = event { value } else { wrongCase() }
      }
      static func event(_ payload: Payload) -> Store { .spelled(payload) }
    }
    enum note: CaseKey {
      typealias Root = Store
      typealias Payload = Note
      static var tag: Int { 4 }
      static var name: String { "note" }
      static func payload(of event: Store) -> Note { if case .note(let value) = event { value } else { wrongCase() } }
      static func event(_ payload: Note) -> Store { .note(payload) }
    }
  }

  var double: Case<Keys.double> { .init() }
  var doubled: Case<Keys.doubled> { .init() }
  var spell: Case<Keys.spell> { .init() }
  var spelled: Case<Keys.spelled> { .init() }
  var note: Case<Keys.note> { .init() }

  static let eventType = EventType.make(
    Store.self, name: "Store",
    cases: [
      .init(Keys.double.self), .init(Keys.doubled.self), .init(Keys.spell.self), .init(Keys.spelled.self),
      .init(Keys.note.self),
    ])

  var tag: Int {
    switch self {
    case .double: 0
    case .doubled: 1
    case .spell: 2
    case .spelled: 3
    case .note(let note): 4 + note.tag
    }
  }

  enum Names: String, CodingKey { case double, doubled, spell, spelled, note }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Names.self)
    switch self {
    case .double(let value): try EventCoding.encode(value, forKey: .double, in: &container)
    case .doubled(let value): try EventCoding.encode(value, forKey: .doubled, in: &container)
    case .spell(let value): try EventCoding.encode(value, forKey: .spell, in: &container)
    case .spelled(let value): try EventCoding.encode(value, forKey: .spelled, in: &container)
    case .note(let value): try EventCoding.encode(value, forKey: .note, in: &container)
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Names.self)
    self =
      switch try EventCoding.onlyKey(in: container, of: "Store", from: decoder) {
      case .double: .double(try EventCoding.decode(Int.self, forKey: .double, in: container))
      case .doubled: .doubled(try EventCoding.decode(Result<Int, TestFailure>.self, forKey: .doubled, in: container))
      case .spell: .spell(try EventCoding.decode(Int.self, forKey: .spell, in: container))
      case .spelled:
        .spelled(try EventCoding.decode(Result<String, TestFailure>.self, forKey: .spelled, in: container))
      case .note: .note(try EventCoding.decode(Note.self, forKey: .note, in: container))
      }
  }
}
