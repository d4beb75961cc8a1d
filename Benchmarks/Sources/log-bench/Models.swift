import EventLog
import EventStream

/// What most events of an app carry.
struct Todo: Codable, Equatable, Sendable {
  var id: Int
  var title: String
  var notes: String
  var isDone: Bool
  var due: Int64
}

/// Written as `@FieldCodable` would.
extension Todo: FieldCodable {
  private static let fieldNames = FieldNames("id", "title", "notes", "isDone", "due")

  func write(to writer: inout some FieldWriter) throws {
    var object = writer.beginObject(Self.fieldNames)
    try writer.field(0, id, of: &object)
    try writer.field(1, title, of: &object)
    try writer.field(2, notes, of: &object)
    try writer.field(3, isDone, of: &object)
    try writer.field(4, due, of: &object)
    writer.endObject(object)
  }

  init(reading reader: inout some FieldReader) throws(FieldMismatch) {
    var object = try reader.beginObject(Self.fieldNames)
    id = try reader.field(0, of: &object)
    title = try reader.field(1, of: &object)
    notes = try reader.field(2, of: &object)
    isDone = try reader.field(3, of: &object)
    due = try reader.field(4, of: &object)
    try reader.endObject(object)
  }
}

/// An event with one case, written as `@Event` would.
enum Store: Event {
  case changed(Todo)

  enum Changed: CaseKey {
    typealias Root = Store
    typealias Payload = Todo
    static var tag: Int { 0 }
    static var name: String { "changed" }
    static func payload(of event: Store) -> Todo {
      switch event {
      case .changed(let todo): todo
      }
    }
    static func event(_ payload: Todo) -> Store { .changed(payload) }
  }

  var changed: Case<Changed> { .init() }
  static let eventType = EventType.make(Store.self, name: "Store", cases: [.init(Changed.self)])
  static var caseCount: Int { 1 }
  var tag: Int { 0 }

  enum Names: String, CodingKey { case changed }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Names.self)
    switch self {
    case .changed(let todo): try EventCoding.encode(todo, forKey: .changed, in: &container)
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Names.self)
    self = .changed(try EventCoding.decode(Todo.self, forKey: .changed, in: container))
  }

  static var writesFields: Bool { true }

  func writeFields(to writer: inout some FieldWriter) throws {
    switch self {
    case .changed(let todo): try EventCoding.write(todo, to: &writer)
    }
  }

  init(tag: Int, reading reader: inout some FieldReader) throws(FieldMismatch) {
    self = .changed(try EventCoding.read(Todo.self, offset: 0, from: &reader))
  }

  /// 152 bytes as JSON.
  static func sample(_ id: Int) -> Store {
    .changed(
      Todo(
        id: id, title: "Buy milk and bread for the week", notes: "The shop at the corner closes at eight; ask Ann",
        isDone: id % 2 == 0, due: 1_790_000_000))
  }
}

/// Logs what passes the app's stream.
final class Recorder: Tap {
  private let log: any EventLog
  init(_ log: any EventLog) { self.log = log }
  func receive<Root: Event>(_ event: Root, _ envelope: Envelope) { log.append(event, envelope, from: .app, marks: []) }
}
