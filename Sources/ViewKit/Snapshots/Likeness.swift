internal import EventStream

/// Compares two sessions, property by property: one that lives, and one that a snapshot of it has made.
///
/// What can't be compared, as an object that only one of them has, counts as unlike. Closures are taken to be the same where
/// both have one: who makes the rest alike has made them.
struct Likeness {
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var seen: Set<ObjectIdentifier> = []
  /// Whose screen the views are that controllers have loaded.
  private var owners: [ObjectIdentifier: String] = [:]
  /// The view whose contents are being compared, as it is told of; `nil` while they aren't a view's.
  private var shower: String?

  /// - Parameters:
  ///   - session: What the one consists of; its values are kept.
  ///   - other: What the other consists of.
  init(_ session: Session, _ other: Session) {
    for (value, other) in zip(session.values, other.values) { number([value as AnyObject], [other as AnyObject]) }
  }

  /// Finds the first difference between two sessions.
  ///
  /// - Throws: ``SessionSnapshot/Refusal/unlike(_:)`` with what differs.
  static func check(_ live: Stage, of session: Session, _ other: Stage, of otherSession: Session)
    throws(SessionSnapshot.Refusal)
  {
    var likeness = Likeness(session, otherSession)
    if let difference = likeness.difference(live, other) { throw .unlike(difference) }
  }

  /// Finds the first difference between two sessions' servers.
  static func check(_ live: Session, _ other: Session) throws(SessionSnapshot.Refusal) {
    var likeness = Likeness(live, other)
    if let difference = likeness.difference(live.servers, other.servers, "its servers") { throw .unlike(difference) }
  }

  // MARK: Screens

  private mutating func difference(_ live: Stage, _ other: Stage) -> String? {
    let (controllers, others) = (live.controllers, other.controllers)
    let (views, otherViews) = (live.allViews, other.allViews)
    if controllers.count != others.count { return "there are other controllers" }
    if views.count != otherViews.count { return Self.otherwise(views, otherViews) }
    number(controllers, others)
    number(views, otherViews)
    number(live.timers.inOrder, other.timers.inOrder)
    for controller in controllers {
      if let view = controller.loadedView { owners[ObjectIdentifier(view)] = "\(type(of: controller))" }
    }
    if live.tree.title != other.tree.title { return "the title is “\(other.tree.title)”" }
    for (live, other) in zip(controllers, others) {
      if let found = difference(live, other) { return found }
    }
    if order(of: live, controllers) != order(of: other, others) {
      return "its screens hear the same event in another order: observe in viewDidLoad"
    }
    for (live, other) in zip(views, otherViews) {
      if live.id != other.id { return "\(live.kind) \(live.id) has another number" }
      if let found = difference(live, other) { return found }
    }
    return nil
  }

  /// Whose observers are called for each case, in order, and which of each controller's.
  private func order(of stage: Stage, _ controllers: [Controller]) -> [[Int]] {
    var places: [ObjectIdentifier: [Int]] = [:]
    for (number, controller) in controllers.enumerated() {
      for (place, observer) in controller.subscriptions.identifiers.enumerated() { places[observer] = [number, place] }
    }
    return stage.stream.observers.map { places[$0] ?? [] }
  }

  private mutating func number(_ live: [some AnyObject], _ other: [some AnyObject]) {
    for (live, other) in zip(live, other) {
      let number = numbers.count
      numbers[ObjectIdentifier(live)] = number
      numbers[ObjectIdentifier(other)] = number
    }
  }

  /// What differs first between screens that consist of other views.
  static func otherwise(_ live: [View], _ other: [View]) -> String {
    func said(_ view: View) -> String {
      let text = [view.name, view[text: .text]].first { !$0.isEmpty }.map { " “\($0)”" }
      return "\(view.kind)\(text ?? "")"
    }
    let place = zip(live, other).prefix { $0.kind == $1.kind && type(of: $0) == type(of: $1) }.count
    let (mine, its) = (place < live.count ? said(live[place]) : nil, place < other.count ? said(other[place]) : nil)
    return
      "the screen is built otherwise: \(mine ?? "nothing") stands where \(its ?? "nothing") does when it is built anew"
  }

  private mutating func difference(_ live: Controller, _ other: Controller) -> String? {
    let name = "\(type(of: live))"
    if type(of: live) != type(of: other) { return "\(name) is another controller" }
    if live.presence != other.presence || (live.loadedView == nil) != (other.loadedView == nil) {
      return "\(name) isn't shown alike"
    }
    if live.subscriptions.count != other.subscriptions.count || live.busyViews.count != other.busyViews.count {
      return "\(name) observes other events: observe in viewDidLoad, or in didRestoreState too"
    }
    return difference(Mirror(reflecting: live), Mirror(reflecting: other), upTo: Controller.self, name)
  }

  private mutating func difference(_ live: View, _ other: View) -> String? {
    let name = Self.name(of: live)
    if live.kind != other.kind || type(of: live) != type(of: other) { return "\(name) is another view" }
    if live.isPrivate != other.isPrivate { return "\(name) is private in one of them" }
    for property in Property.allCases where live.kept(property) != other.kept(property) {
      return "\(name) has another \(property)"
    }
    if live.allowedIntents != other.allowedIntents { return "\(name) can be used otherwise" }
    // A cell is bound anew before anybody sees it: what the last row has left on it is nobody's.
    if live.standsInCell { return nil }
    let withheld: Set<String> = live.isPrivate ? ["submitted"] : []
    return comparing(what: live) { likeness in
      likeness.difference(
        Mirror(reflecting: live), Mirror(reflecting: other), upTo: View.self, name,
        passing: Self.passing.union(withheld))
    }
  }

  private static func name(of view: View) -> String {
    view.name.isEmpty ? "\(view.kind)" : "\(view.kind) “\(view.name)”"
  }

  /// Has what differs meanwhile be told of a view, or of nothing but itself. What a view holds is nobody's to mark.
  private mutating func comparing(what view: View?, _ compare: (inout Likeness) -> String?) -> String? {
    let before = shower
    defer { shower = before }
    shower = view.map { Self.name(of: $0) + (owner(of: $0).map { " of \($0)" } ?? "") }
    return compare(&self)
  }

  /// The controller on whose screen a view stands.
  private func owner(of view: View) -> String? {
    var around: View? = view
    while let view = around {
      if let owner = owners[ObjectIdentifier(view)] { return owner }
      around = view.parent
    }
    return nil
  }

  // MARK: Values

  private mutating func difference(
    _ live: Mirror, _ other: Mirror, upTo base: Any.Type, _ name: String, passing: Set<String> = passing
  ) -> String? {
    var (live, other) = (Optional(live), Optional(other))
    while let mine = live, let its = other, mine.subjectType != base {
      let isOurs = String(reflecting: mine.subjectType).hasPrefix("ViewKit.")
      for (mine, its) in zip(mine.children, its.children) {
        let label = mine.label ?? ""
        if isOurs, passing.contains(label) { continue }
        if let found = difference(mine.value, its.value, "\(name).\(propertyName(label))") { return found }
      }
      (live, other) = (mine.superclassMirror, its.superclassMirror)
    }
    return nil
  }

  /// What our own views hold only from a change until it is written, which rows have gone lately and what was set on them, whether any
  /// have come, where a table has stood, whether its keys are another program's, which of its boxes were ticked with the one for all,
  /// what its rows are chosen from, how many choices there have been, and what is done by a button that has gone.
  private static let passing: Set<String> = [
    "bound", "boundKey", "boundCell", "gone", "itemsBefore", "placesBefore", "keysBefore", "selectedBefore",
    "tagBefore", "keptBefore", "home", "newKeysTurn", "typedBytes", "restored", "hasOtherKeys", "submissions", "ticked",
    "tickedLast", "onLateTap", "choices", "lastNumber", "untold", "shownOfGone", "chosenOnGone",
  ]

  private mutating func difference(_ live: Any, _ other: Any, _ path: String) -> String? {
    let (live, other) = (Self.unwrapped(live), Self.unwrapped(other))
    guard let live, let other else {
      return (live == nil) == (other == nil) ? nil : told(path)
    }
    guard type(of: live) == type(of: other) else { return told(path) }
    if type(of: live) is AnyClass { return difference(live as AnyObject, other as AnyObject, path) }
    if let live = live as? any Equatable { return Self.isEqual(live, other) ? nil : told(path) }
    return differenceOfParts(live, other, path)
  }

  private mutating func difference(_ live: AnyObject, _ other: AnyObject, _ path: String) -> String? {
    if live === other { return nil }
    if let number = numbers[ObjectIdentifier(live)] {
      return numbers[ObjectIdentifier(other)] == number ? nil : told(path)
    }
    switch live {
    // Of these each session has its own, and what they hold is compared elsewhere, or isn't any screen's.
    case is SessionSubscription, is SessionRandom, is SessionStream: return nil
    case is any AnySessionValue: return "\(path) isn't kept: make it in LiveApp.session(for:)"
    case let path as AnyKeyPath where path == other as? AnyKeyPath: return nil
    case let view as View:
      guard seen.insert(ObjectIdentifier(live)).inserted, let other = other as? View else { return nil }
      return difference(view, other)
        ?? comparing(what: view) { $0.differences(view.children, other.children, path) }
    case is any SessionPart:
      guard seen.insert(ObjectIdentifier(live)).inserted else { return nil }
      // It marks what is its own, also where a view has it.
      return comparing(what: nil) {
        $0.difference(Mirror(reflecting: live), Mirror(reflecting: other), upTo: Never.self, path)
      }
    case is any AnySessionState, is any ComparedByParts:
      guard seen.insert(ObjectIdentifier(live)).inserted else { return nil }
      return difference(Mirror(reflecting: live), Mirror(reflecting: other), upTo: Never.self, path)
    case let live as any Equatable: return Self.isEqual(live, other) ? nil : told(path)
    default:
      return
        "\(path) is an object, which can't be compared: make it a SessionPart or a struct, or shared by all sessions"
    }
  }

  private mutating func differences(_ live: [View], _ other: [View], _ path: String) -> String? {
    if live.count != other.count { return told(path) }
    for (live, other) in zip(live, other) {
      if let found = difference(live as AnyObject, other as AnyObject, path) { return found }
    }
    return nil
  }

  private mutating func differenceOfParts(_ live: Any, _ other: Any, _ path: String) -> String? {
    let (mirror, otherMirror) = (Mirror(reflecting: live), Mirror(reflecting: other))
    if mirror.children.isEmpty, otherMirror.children.isEmpty {
      if "\(type(of: live))".contains("->") { return nil }
      return "\(live)" == "\(other)" ? nil : told(path)
    }
    if mirror.children.count != otherMirror.children.count { return told(path) }
    var (children, others) = (Array(mirror.children), Array(otherMirror.children))
    if mirror.displayStyle == .dictionary || mirror.displayStyle == .set {
      children.sort { "\($0.value)" < "\($1.value)" }
      others.sort { "\($0.value)" < "\($1.value)" }
    }
    for (child, other) in zip(children, others) {
      if child.label != other.label { return told(path) }
      let part = child.label.map { "\(path).\($0)" } ?? path
      if let found = difference(child.value, other.value, part) { return found }
    }
    return nil
  }

  private func told(_ path: String) -> String {
    guard let shower else { return "\(path) isn't the same: mark it @SessionState" }
    return "\(shower) shows something else: keep what it shows as @SessionState, and show it in didRestoreState()"
  }

  private static func isEqual<Value: Equatable>(_ live: Value, _ other: Any) -> Bool { live == other as? Value }

  /// What an optional holds, however often it is wrapped; `nil` for a timer that is over too.
  private static func unwrapped(_ value: Any) -> Any? {
    if let timer = value as? ScreenTimer { return timer.isOver ? nil : timer }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return mirror.children.first.flatMap { unwrapped($0.value) }
  }
}

/// Objects whose properties are compared, as those of structs are.
protocol ComparedByParts: AnyObject {}

extension CellSet: ComparedByParts {}
extension AnyRowKind: ComparedByParts {}
extension BoxesOfRows: ComparedByParts {}

extension View {
  /// Whether the view is a table's cell, or stands in one.
  fileprivate var standsInCell: Bool { self is TableCell || parent?.standsInCell == true }
}
