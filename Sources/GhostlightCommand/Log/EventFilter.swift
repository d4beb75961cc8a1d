internal import ArgumentParser
internal import EventLog
internal import EventStream

/// Which events are shown.
struct EventFilter: ParsableArguments {
  @Option(help: "Only events of this session; “app” for the app's own stream.")
  var session: String?

  @Option(
    name: .customLong("case"),
    help: "Only this case, such as TodoEvent.rows, or all of a type, such as TodoEvent. May be repeated.")
  var cases: [String] = []

  @Option(help: "Only the event with this id, such as 3.127, what caused it, and all that it led to.")
  var chain: String?

  @Flag(help: "Only events that came from outside: the ones that a replay needs.")
  var inputs = false

  var source: LogSource? { session.map { $0 == "app" ? .app : .session($0) } }

  func validate() throws {
    if let chain, EventID(chain) == nil { throw ValidationError("“\(chain)” is no id: it should look like 3.127") }
  }

  /// What is left of some records, of which the chains are followed from one call to the next.
  func filtered(_ records: [LogRecord], _ chains: inout CauseChain) -> [LogRecord] {
    records.filter { record in
      if inputs, !record.marks.contains(.input) { return false }
      if !cases.isEmpty, !cases.contains(where: { record.name == $0 || record.name.hasPrefix($0 + ".") }) {
        return false
      }
      return chain == nil || chains.contains(record)
    }
  }
}

/// The events that led to one, and those that it led to.
struct CauseChain {
  private var ids: Set<EventID> = []

  init() {}

  /// - Parameter records: Everything up to the event and behind it, in order.
  init(of id: EventID, in records: [LogRecord]) {
    var causes: [EventID: EventID] = [:]
    for record in records { if let cause = record.cause { causes[record.id] = cause } }
    ids.insert(id)
    var next = causes[id]
    while let cause = next, ids.insert(cause).inserted { next = causes[cause] }
    var effects: Set<EventID> = [id]
    for record in records { if let cause = record.cause, effects.contains(cause) { effects.insert(record.id) } }
    ids.formUnion(effects)
  }

  /// Whether an event belongs to it; later effects of effects do.
  mutating func contains(_ record: LogRecord) -> Bool { ids.contains(record.id) }
}
