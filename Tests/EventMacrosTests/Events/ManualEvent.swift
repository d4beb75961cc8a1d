internal import EventMacros
internal import EventStream

/// An event written by hand, with all that `@Event` would write for it.
enum ManualEvent: Event {
  case ask(Query)
  case told(Result<Int, TodoFailure>)
  case done

  static let eventType = EventType.make(
    ManualEvent.self, name: "ManualEvent", cases: [.init(Keys.ask.self), .init(Keys.told.self), .init(Keys.done.self)])

  var tag: Int {
    switch self {
    case .ask: 0
    case .told: 1
    case .done: 2
    }
  }

  var ask: Case<Keys.ask> { .init() }
  var told: Case<Keys.told> { .init() }
  var done: Case<Keys.done> { .init() }

  enum Keys {
    enum ask: RequestKey {
      typealias Answer = told
      static var tag: Int { 0 }
      static var name: String { "ask" }
      static func payload(of event: ManualEvent) -> Query {
        guard case .ask(let value) = event else { wrongCase() }
        return value
      }
      static func event(_ payload: Query) -> ManualEvent { .ask(payload) }
    }
    enum told: CaseKey {
      static var tag: Int { 1 }
      static var name: String { "told" }
      static func payload(of event: ManualEvent) -> Result<Int, TodoFailure> {
        guard case .told(let value) = event else { wrongCase() }
        return value
      }
      static func event(_ payload: Result<Int, TodoFailure>) -> ManualEvent { .told(payload) }
    }
    enum done: CaseKey {
      static var tag: Int { 2 }
      static var name: String { "done" }
      static func payload(of event: ManualEvent) {}
      static func event(_ payload: Void) -> ManualEvent { .done }
    }
  }

  private enum CodingKeys: CodingKey { case ask, told, done }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let key: CodingKeys = try EventCoding.onlyKey(in: container, of: "ManualEvent", from: decoder)
    switch key {
    case .ask: self = .ask(try EventCoding.decode(Query.self, forKey: .ask, in: container))
    case .told: self = .told(try EventCoding.decode(Result<Int, TodoFailure>.self, forKey: .told, in: container))
    case .done: self = .done
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .ask(let value): try EventCoding.encode(value, forKey: .ask, in: &container)
    case .told(let value): try EventCoding.encode(value, forKey: .told, in: &container)
    case .done: try EventCoding.encode((), forKey: .done, in: &container)
    }
  }
}

@Event
enum AroundManualEvent { case first, manual(ManualEvent), last }
