public import EventStream

extension SessionEvent {
  /// The path to ``SessionEvent/opened(_:)``.
  public var opened: Case<Keys.opened> { Case() }
  /// The path to ``SessionEvent/visited(_:)``.
  public var visited: Case<Keys.visited> { Case() }
  /// The path to ``SessionEvent/acted(_:)``.
  public var acted: Case<Keys.acted> { Case() }
  /// The path to ``SessionEvent/returned(_:)``.
  public var returned: Case<Keys.returned> { Case() }
  /// The path to ``SessionEvent/timerFired(_:)``.
  public var timerFired: Case<Keys.timerFired> { Case() }
  /// The path to ``SessionEvent/shown(_:)``.
  public var shown: Case<Keys.shown> { Case() }
  /// The path to ``SessionEvent/ended``.
  public var ended: Case<Keys.ended> { Case() }

  /// The path to ``SessionEvent/returning``.
  public var returning: Case<Keys.returning> { Case() }
  /// The path to ``SessionEvent/returningAlone``.
  public var returningAlone: Case<Keys.returningAlone> { Case() }

  /// The keys of the cases.
  public enum Keys {
    /// The key of ``SessionEvent/opened(_:)``.
    public enum opened: CaseKey {
      /// The case's tag.
      public static var tag: Int { 0 }
      /// The case's name.
      public static var name: String { "opened" }
      /// What the case carries; asking of another case is a programmer's mistake.
      public static func payload(of event: SessionEvent) -> SessionOpening {
        guard case .opened(let payload) = event else { wrongCase() }
        return payload
      }
      /// Makes the event.
      public static func event(_ payload: SessionOpening) -> SessionEvent { .opened(payload) }
    }
    /// The key of ``SessionEvent/visited(_:)``.
    public enum visited: CaseKey {
      /// The case's tag.
      public static var tag: Int { 1 }
      /// The case's name.
      public static var name: String { "visited" }
      /// What the case carries; asking of another case is a programmer's mistake.
      public static func payload(of event: SessionEvent) -> SessionVisit {
        guard case .visited(let payload) = event else { wrongCase() }
        return payload
      }
      /// Makes the event.
      public static func event(_ payload: SessionVisit) -> SessionEvent { .visited(payload) }
    }
    /// The key of ``SessionEvent/acted(_:)``.
    public enum acted: CaseKey {
      /// The case's tag.
      public static var tag: Int { 2 }
      /// The case's name.
      public static var name: String { "acted" }
      /// What the case carries; asking of another case is a programmer's mistake.
      public static func payload(of event: SessionEvent) -> SessionAct {
        guard case .acted(let payload) = event else { wrongCase() }
        return payload
      }
      /// Makes the event.
      public static func event(_ payload: SessionAct) -> SessionEvent { .acted(payload) }
    }
    /// The key of ``SessionEvent/returned(_:)``.
    public enum returned: CaseKey {
      /// The case's tag.
      public static var tag: Int { 3 }
      /// The case's name.
      public static var name: String { "returned" }
      /// What the case carries; asking of another case is a programmer's mistake.
      public static func payload(of event: SessionEvent) -> String {
        guard case .returned(let payload) = event else { wrongCase() }
        return payload
      }
      /// Makes the event.
      public static func event(_ payload: String) -> SessionEvent { .returned(payload) }
    }
    /// The key of ``SessionEvent/timerFired(_:)``.
    public enum timerFired: CaseKey {
      /// The case's tag.
      public static var tag: Int { 4 }
      /// The case's name.
      public static var name: String { "timerFired" }
      /// What the case carries; asking of another case is a programmer's mistake.
      public static func payload(of event: SessionEvent) -> Int {
        guard case .timerFired(let payload) = event else { wrongCase() }
        return payload
      }
      /// Makes the event.
      public static func event(_ payload: Int) -> SessionEvent { .timerFired(payload) }
    }
    /// The key of ``SessionEvent/shown(_:)``.
    public enum shown: CaseKey {
      /// The case's tag.
      public static var tag: Int { 5 }
      /// The case's name.
      public static var name: String { "shown" }
      /// What the case carries; asking of another case is a programmer's mistake.
      public static func payload(of event: SessionEvent) -> ShownScreen {
        guard case .shown(let payload) = event else { wrongCase() }
        return payload
      }
      /// Makes the event.
      public static func event(_ payload: ShownScreen) -> SessionEvent { .shown(payload) }
    }
    /// The key of ``SessionEvent/ended``.
    public enum ended: CaseKey {
      /// The case's tag.
      public static var tag: Int { 6 }
      /// The case's name.
      public static var name: String { "ended" }
      /// What the case carries; asking of another case is a programmer's mistake.
      public static func payload(of event: SessionEvent) {
        guard case .ended = event else { wrongCase() }
      }
      /// Makes the event.
      public static func event(_ payload: Void) -> SessionEvent { .ended }
    }
    /// The key of ``SessionEvent/returning``.
    public enum returning: CaseKey {
      /// The case's tag.
      public static var tag: Int { 7 }
      /// The case's name.
      public static var name: String { "returning" }
      /// What the case carries; asking of another case is a programmer's mistake.
      public static func payload(of event: SessionEvent) {
        guard case .returning = event else { wrongCase() }
      }
      /// Makes the event.
      public static func event(_ payload: Void) -> SessionEvent { .returning }
    }
    /// The key of ``SessionEvent/returningAlone``.
    public enum returningAlone: CaseKey {
      /// The case's tag.
      public static var tag: Int { 8 }
      /// The case's name.
      public static var name: String { "returningAlone" }
      /// What the case carries; asking of another case is a programmer's mistake.
      public static func payload(of event: SessionEvent) {
        guard case .returningAlone = event else { wrongCase() }
      }
      /// Makes the event.
      public static func event(_ payload: Void) -> SessionEvent { .returningAlone }
    }
  }
}
