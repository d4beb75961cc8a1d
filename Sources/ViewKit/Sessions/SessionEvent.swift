public import EventStream

/// What happens to a session as a whole. On its stream like everything else, so that a recording has it.
public enum SessionEvent: Event {
  /// A timer has run down; the payload is its number in the session.
  case timerFired(Int)

  public var tag: Int { 0 }

  public static let eventType = EventType.make(
    SessionEvent.self, name: "SessionEvent", cases: [EventCase(Keys.timerFired.self)])

  /// The keys of the cases.
  public enum Keys {
    /// The key of ``SessionEvent/timerFired(_:)``.
    public enum timerFired: CaseKey {
      public typealias Root = SessionEvent
      public typealias Payload = Int
      public static var tag: Int { 0 }
      public static var name: String { "timerFired" }
      public static func payload(of event: SessionEvent) -> Int {
        switch event {
        case .timerFired(let number): number
        }
      }
      public static func event(_ payload: Int) -> SessionEvent { .timerFired(payload) }
    }
  }

  /// The path to ``SessionEvent/timerFired(_:)``.
  public var timerFired: Case<Keys.timerFired> { Case() }
}
