internal import ArgumentParser
internal import EventLog
internal import EventStream

/// Which events are shown.
struct EventFilter: ParsableArguments {
  @Option(
    help: """
      Only events of this session; the beginning of its name is enough. “app” stands for the app's own stream, “=app” for a \
      session of exactly that name.
      """)
  var session: String?

  @Option(
    name: .customLong("case"),
    help: "Only this case, such as TodoEvent.rows, or all of a type, such as TodoEvent. May be repeated.")
  var cases: [String] = []

  @Option(help: "Only the event with this id, such as 3.127, what caused it, and all that it led to.")
  var chain: String?

  @Flag(help: "Only events that came from outside: the ones that a replay needs.")
  var inputs = false

  /// What is said of a session without a name: every one's begins so.
  static let emptySession = "a session's name is empty: say how it begins. “ghostlight log sessions” lists them."

  func validate() throws {
    if session?.isEmpty == true { throw ValidationError(Self.emptySession) }
    if let chain, EventID(chain) == nil { throw ValidationError("“\(chain)” is no id: it should look like 3.127") }
  }
}
