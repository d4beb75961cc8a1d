public import EventStream

extension ViewEvent {
  /// The path to ``ViewEvent/appeared(_:)``.
  public var appeared: Case<Keys.appeared> { Case() }
  /// The path to ``ViewEvent/disappeared(_:)``.
  public var disappeared: Case<Keys.disappeared> { Case() }
  /// The path to ``ViewEvent/tapped(_:)``.
  public var tapped: Case<Keys.tapped> { Case() }
  /// The path to ``ViewEvent/changed(_:)``.
  public var changed: Case<Keys.changed> { Case() }
  /// The path to ``ViewEvent/submitted(_:)``.
  public var submitted: Case<Keys.submitted> { Case() }

  /// The keys of the cases.
  public enum Keys {
    /// The key of ``ViewEvent/appeared(_:)``.
    public enum appeared: CaseKey {
      /// The case's tag.
      public static var tag: Int { 0 }
      /// The case's name.
      public static var name: String { "appeared" }
      /// What the case carries; asking of another case is a programmer's mistake.
      public static func payload(of event: ViewEvent) -> ViewPlace {
        guard case .appeared(let place) = event else { wrongCase() }
        return place
      }
      /// Makes the event.
      public static func event(_ place: ViewPlace) -> ViewEvent { .appeared(place) }
    }
    /// The key of ``ViewEvent/disappeared(_:)``.
    public enum disappeared: CaseKey {
      /// The case's tag.
      public static var tag: Int { 1 }
      /// The case's name.
      public static var name: String { "disappeared" }
      /// What the case carries; asking of another case is a programmer's mistake.
      public static func payload(of event: ViewEvent) -> ViewPlace {
        guard case .disappeared(let place) = event else { wrongCase() }
        return place
      }
      /// Makes the event.
      public static func event(_ place: ViewPlace) -> ViewEvent { .disappeared(place) }
    }
    /// The key of ``ViewEvent/tapped(_:)``.
    public enum tapped: CaseKey {
      /// The case's tag.
      public static var tag: Int { 2 }
      /// The case's name.
      public static var name: String { "tapped" }
      /// What the case carries; asking of another case is a programmer's mistake.
      public static func payload(of event: ViewEvent) -> ViewAct {
        guard case .tapped(let act) = event else { wrongCase() }
        return act
      }
      /// Makes the event.
      public static func event(_ act: ViewAct) -> ViewEvent { .tapped(act) }
    }
    /// The key of ``ViewEvent/changed(_:)``.
    public enum changed: CaseKey {
      /// The case's tag.
      public static var tag: Int { 3 }
      /// The case's name.
      public static var name: String { "changed" }
      /// What the case carries; asking of another case is a programmer's mistake.
      public static func payload(of event: ViewEvent) -> ViewAct {
        guard case .changed(let act) = event else { wrongCase() }
        return act
      }
      /// Makes the event.
      public static func event(_ act: ViewAct) -> ViewEvent { .changed(act) }
    }
    /// The key of ``ViewEvent/submitted(_:)``.
    public enum submitted: CaseKey {
      /// The case's tag.
      public static var tag: Int { 4 }
      /// The case's name.
      public static var name: String { "submitted" }
      /// What the case carries; asking of another case is a programmer's mistake.
      public static func payload(of event: ViewEvent) -> ViewAct {
        guard case .submitted(let act) = event else { wrongCase() }
        return act
      }
      /// Makes the event.
      public static func event(_ act: ViewAct) -> ViewEvent { .submitted(act) }
    }
  }
}
