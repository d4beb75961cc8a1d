import EventStream

struct Todo: Sendable, Equatable, Codable {
  var id: Int
  var title: String
  var date: Double
  var isDone: Bool
}

/// An event of a hundred cases, each with a todo. Its cases are numbered rather than named, to write a hundred by hand.
struct Load: Event {
  let number: Int
  let todo: Todo

  static let eventType = EventType.make(
    Load.self, name: "Load",
    cases: Tens<D0>.cases + Tens<D1>.cases + Tens<D2>.cases
      + Tens<D3>.cases + Tens<D4>.cases + Tens<D5>.cases + Tens<D6>.cases + Tens<D7>.cases + Tens<D8>.cases
      + Tens<D9>.cases)
  var tag: Int { number }

  static func observers(of stream: AppStream, number: Int) -> Subscription {
    switch number / 10 {
    case 0: Tens<D0>.observe(stream, number % 10)
    case 1: Tens<D1>.observe(stream, number % 10)
    case 2: Tens<D2>.observe(stream, number % 10)
    case 3: Tens<D3>.observe(stream, number % 10)
    case 4: Tens<D4>.observe(stream, number % 10)
    case 5: Tens<D5>.observe(stream, number % 10)
    case 6: Tens<D6>.observe(stream, number % 10)
    case 7: Tens<D7>.observe(stream, number % 10)
    case 8: Tens<D8>.observe(stream, number % 10)
    default: Tens<D9>.observe(stream, number % 10)
    }
  }

  subscript<T: Digit, U: Digit>(_ tens: Of<T>, _ units: Of<U>) -> Case<Key<T, U>> { Case() }
}

protocol Digit: SendableMetatype { static var value: Int { get } }
struct Of<D: Digit>: Hashable, Sendable {}
enum D0: Digit { static var value: Int { 0 } }
enum D1: Digit { static var value: Int { 1 } }
enum D2: Digit { static var value: Int { 2 } }
enum D3: Digit { static var value: Int { 3 } }
enum D4: Digit { static var value: Int { 4 } }
enum D5: Digit { static var value: Int { 5 } }
enum D6: Digit { static var value: Int { 6 } }
enum D7: Digit { static var value: Int { 7 } }
enum D8: Digit { static var value: Int { 8 } }
enum D9: Digit { static var value: Int { 9 } }

enum Key<T: Digit, U: Digit>: CaseKey {
  typealias Root = Load
  typealias Payload = Todo
  static var tag: Int { T.value * 10 + U.value }
  static var name: String { "case\(tag)" }
  static func payload(of event: Load) -> Todo { event.todo }
  static func event(_ payload: Todo) -> Load { Load(number: tag, todo: payload) }
}

enum Tens<T: Digit> {
  static var cases: [EventCase<Load>] {
    [
      .init(Key<T, D0>.self), .init(Key<T, D1>.self), .init(Key<T, D2>.self), .init(Key<T, D3>.self),
      .init(Key<T, D4>.self), .init(Key<T, D5>.self), .init(Key<T, D6>.self), .init(Key<T, D7>.self),
      .init(Key<T, D8>.self), .init(Key<T, D9>.self),
    ]
  }

  @inline(__always)
  static func observe(_ stream: AppStream, _ units: Int) -> Subscription {
    switch units {
    case 0: stream.observe(\Load.[Of<T>(), Of<D0>()]) { sum.total &+= $0.id }
    case 1: stream.observe(\Load.[Of<T>(), Of<D1>()]) { sum.total &+= $0.id }
    case 2: stream.observe(\Load.[Of<T>(), Of<D2>()]) { sum.total &+= $0.id }
    case 3: stream.observe(\Load.[Of<T>(), Of<D3>()]) { sum.total &+= $0.id }
    case 4: stream.observe(\Load.[Of<T>(), Of<D4>()]) { sum.total &+= $0.id }
    case 5: stream.observe(\Load.[Of<T>(), Of<D5>()]) { sum.total &+= $0.id }
    case 6: stream.observe(\Load.[Of<T>(), Of<D6>()]) { sum.total &+= $0.id }
    case 7: stream.observe(\Load.[Of<T>(), Of<D7>()]) { sum.total &+= $0.id }
    case 8: stream.observe(\Load.[Of<T>(), Of<D8>()]) { sum.total &+= $0.id }
    default: stream.observe(\Load.[Of<T>(), Of<D9>()]) { sum.total &+= $0.id }
    }
  }
}

/// What the observers do: cheap, and not to be optimised away.
final class Sum: @unchecked Sendable {
  // Safe because observers are called one after another.
  @exclusivity(unchecked) var total = 0
}

let sum = Sum()
