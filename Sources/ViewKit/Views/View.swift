/// A part of the screen: retained, changed directly, used in one session only.
///
/// A view records its own changes while it stands in a ``ViewTree``; nothing is compared to find out what changed. It
/// knows nothing of how it is rendered.
open class View {
  /// What the view is.
  public internal(set) var kind: ViewKind
  /// Whether what the view holds is nobody else's, as a password is: view events don't tell it. Set it before the view is shown: a page
  /// learns it with the view.
  // Here because there is room beside the kind, as there is for a number of 48 bits: every session has dozens of views.
  public final var isPrivate = false
  private final var idHigh: UInt16 = 0
  private final var idLow: UInt32 = 0
  /// The view's number in its tree, from 1; 0 while it stands in none.
  public internal(set) final var id: Int {
    get { Int(idHigh) << 32 | Int(idLow) }
    set { (idHigh, idLow) = (UInt16(truncatingIfNeeded: newValue >> 32), UInt32(truncatingIfNeeded: newValue)) }
  }
  /// The view that this one stands in.
  public private(set) unowned(unsafe) var parent: View?
  /// The views that stand in this one, in order.
  public private(set) var children: [View] = []

  // Safe because a tree outlives its views' standing in it: it is cleared when a view leaves.
  unowned(unsafe) var tree: ViewTree?
  // Exclusivity is unchecked because each access is over before anything else is called.
  @exclusivity(unchecked) var properties = PropertyList()
  /// What has changed since the last flush: a bit per property.
  @exclusivity(unchecked) var changed: UInt64 = 0

  /// Makes a view that stands nowhere yet.
  public init(_ kind: ViewKind) { self.kind = kind }

  deinit {
    for child in children { child.parent = nil }
  }

  /// The view as a table, if it is one.
  public var table: AnyTable? { nil }

  // MARK: Properties

  /// What the view can be read by where its text doesn't say it: for screen readers, tests and tooltips.
  public var name: String {
    get { self[text: .name] }
    set { self[text: .name] = newValue }
  }

  /// Whether the view is gone from the screen, with all in it.
  public var isHidden: Bool {
    get { self[flag: .isHidden] }
    set { self[flag: .isHidden] = newValue }
  }

  /// Whether the view can be used. Nothing that stands in one that can't be used can be used either.
  ///
  /// Screen readers pass over a container that can't be used, as over what lies under a dialog; where its inputs are to be read all the
  /// same, disable these.
  public var isEnabled: Bool {
    get { !self[flag: .isDisabled] }
    set { self[flag: .isDisabled] = !newValue }
  }

  /// Whether what the view shows is on its way. Let a controller derive it: `busy(list, while: \TodoEvent.requestTodoViewModels)`.
  public var isBusy: Bool {
    get { self[flag: .isBusy] }
    set {
      if newValue == isBusy { return }
      self[flag: .isBusy] = newValue
      // What it is while it isn't busy is kept once for all sessions.
      if !newValue, tree != nil { properties = properties.shared }
    }
  }

  /// Whether the view gets the focus when it comes on screen.
  public var takesFocus: Bool {
    get { self[flag: .takesFocus] }
    set { self[flag: .takesFocus] = newValue }
  }

  /// How the view looks, by names that the style sheet knows: `primary`, `quiet` and `danger` on buttons, a few more that `docs/styling.md`
  /// lists, or an app's own, which change nothing until its style sheet knows them.
  public var looks: Set<String> {
    get { Set(self[text: .looks].split(separator: " ").map(String.init)) }
    set { self[text: .looks] = newValue.count < 2 ? newValue.first ?? "" : newValue.sorted().joined(separator: " ") }
  }

  /// A property that holds text; empty where it isn't set.
  public subscript(text property: Property) -> String {
    get {
      switch properties[property] {
      case .text(let text)?: text
      case .markup(let markup)?: markup.plainText
      default: ""
      }
    }
    set { set(property, newValue.isEmpty ? nil : .text(newValue)) }
  }

  /// A property that is on or off; off where it isn't set.
  public subscript(flag property: Property) -> Bool {
    get { properties[property] == .flag(true) }
    set { set(property, newValue ? .flag(true) : nil) }
  }

  /// A property that holds a number.
  public subscript(number property: Property) -> Int? {
    get {
      if case .number(let number)? = properties[property] { number } else { nil }
    }
    set { set(property, newValue.map(PropertyValue.number)) }
  }

  /// Calls `body` with what is set, in the order of ``Property``.
  public final func forEachSetting(_ body: (Property, PropertyValue) -> Void) {
    for entry in properties.entries { body(entry.property, entry.value) }
  }

  /// What a property holds, if it is set.
  public func setting(_ property: Property) -> PropertyValue? { properties[property] }

  func set(_ property: Property, _ value: PropertyValue?) {
    guard properties[property] != value else { return }
    properties[property] = value
    guard let tree else { return }
    tree.note(property, of: self)
    if property.isContent || value == nil && property.isObstacle { tree.letsDoMore = true }
  }

  /// Sets what the user's screen shows already, so that it isn't sent back.
  func setQuietly(_ property: Property, _ value: PropertyValue?) { properties[property] = value }

  /// Has the page load a part of the client, beside others that the view needs.
  func needClientPart(_ name: String) {
    let needed = Set(self[text: .clientPart].split(separator: " ").map(String.init)).union([name])
    self[text: .clientPart] = needed.sorted().joined(separator: " ")
  }

  /// Empties the view if what it holds only stands for something private that wasn't kept, and tells whoever listens to it.
  ///
  /// - Returns: Whether it was so.
  func emptyWithheld() -> Bool {
    guard holdsWithheld else { return false }
    setQuietly(.value, nil)
    if allowedIntents.contains(.change) { _ = try? receive(.change, .text("")) }
    return true
  }

  /// Gives the view a name of its own in the document, as the target of links within it and for style sheets and tests.
  ///
  /// A view that stands in a row of a table can't have one: there are many of it.
  ///
  /// - Parameter name: A letter, then letters, digits, `-` and `_`; not `v` and a number, which are the framework's own. What browsers
  ///   call something of every element, as `children` or `id`, is no name for a field or a button: it would hide that of its form. It
  ///   stands in the source, so one that is none is a programmer's mistake. Two views on a screen mustn't have the same.
  public func anchor(_ name: StaticString) {
    let text = name.description
    precondition(
      Anchor.isValid(text, for: kind),
      Anchor.isValid(text)
        ? "“\(text)” can't be the anchor of a field: it would hide what browsers call so in its form. “the-\(text)” can"
        : "“\(text)” can't be an anchor: that is a letter, then letters, digits, - and _")
    set(.anchor, .text(text))
  }

  // MARK: Structure

  /// Adds views at the end.
  public func add(_ views: View...) { add(views) }

  func add(_ views: [View]) {
    // As many as there will be, mostly, and no more: every session has dozens of such lists.
    if children.isEmpty { children.reserveCapacity(views.count) }
    for view in views { insert(view, at: children.count) }
  }

  /// Puts a view in front of the one at `index`, `0 ... children.count`, when it has left where it stood before: there the views behind it
  /// have moved up, if it stood in this one. There it is moved, and stays what it was; from another view it comes as a new one.
  public func insert(_ view: View, at index: Int) {
    if view.parent === self { return move(view, to: index) }
    view.removeFromParent()
    noteChildren()
    children.insert(view, at: min(index, children.count))
    view.parent = self
    if let tree { tree.adopt(view) }
  }

  /// It stays the view that it was: with its number, and on the screen with its focus and what is typed in it.
  private func move(_ view: View, to index: Int) {
    guard let place = children.firstIndex(where: { $0 === view }) else { return }
    let index = min(index, children.count - 1)
    if index == place { return }
    noteChildren()
    children.remove(at: place)
    children.insert(view, at: index)
  }

  /// Takes the view out of the one it stands in.
  public func removeFromParent() {
    guard let parent, let index = parent.children.firstIndex(where: { $0 === self }) else { return }
    parent.noteChildren()
    parent.children.remove(at: index)
    self.parent = nil
    tree?.release(self)
  }

  /// The view and all that stand in it, depth first.
  var withDescendants: [View] { [self] + children.flatMap(\.withDescendants) }

  private func noteChildren() { tree?.noteChildren(of: self) }

  /// Whether the view can be seen and used: neither it nor anything around it is hidden, disabled or inert.
  public var isReachable: Bool {
    var view: View? = self
    while let current = view {
      if current.isHidden || !current.isEnabled || current[flag: .isInert] { return false }
      view = current.parent
    }
    return true
  }

  /// Whether it takes an intent although it isn't reachable any more, or doesn't do that: its user may not have seen that yet.
  func allowsLate(_ intent: IntentKind) -> Bool { false }

  /// Whether the view can be used, or could be if its user chose its tab.
  final var canBeReached: Bool { canBeUncovered && !standsIn { $0[flag: .isInert] } }

  /// Whether the view can be used, or could be if its user chose its tab and closed what lies over it.
  final var canBeUncovered: Bool {
    !standsIn { !$0.isEnabled || $0.isHidden && $0.parent?.canReveal($0) != true }
  }

  /// Whether it is such a view, or stands in one.
  private func standsIn(_ isSuch: (View) -> Bool) -> Bool { isSuch(self) || parent?.standsIn(isSuch) == true }

  /// Whether the user can have a view that stands in this one, and is hidden, shown.
  func canReveal(_ child: View) -> Bool { false }

  /// Shows a view that stands in this one, as the user could.
  func reveal(_ child: View) {}

  /// Told when the view has come to stand in a tree, with all in it: from now on they have numbers.
  func didJoinTree() {}

  /// Which files may come to the view now; `nil` if none may.
  var fileLimits: FileLimits? { nil }

  /// The field that the view stands in, or is.
  var enclosingField: AnyField? { parent?.enclosingField }

  /// The outermost fields among what stands in the view, in reading order.
  var fields: [AnyField] { children.flatMap(\.fields) }

  // MARK: Snapshots

  /// What the view holds beside its properties, and its controller doesn't give it.
  var keptByView: KeptByView? { nil }

  /// Holds what a snapshot has kept.
  func takeBack(_ own: KeptByView) {}

  // MARK: Intents

  /// What the user's screen shows by itself as soon as the user does something, before the app says anything.
  func echoes(of intent: IntentKind, _ value: IntentValue) -> [Echo] {
    switch (intent, value) {
    case (.change, .flag), (.change, .guess): [Echo(view: self, property: .isChecked, value: value.asProperty)]
    case (.change, .text): [Echo(view: self, property: .value, value: value.asProperty)]
    default: []
    }
  }

  /// What the user may do with the view now. A browser can cause nothing else.
  open var allowedIntents: Set<IntentKind> { [] }

  /// Carries out what the user did. Called only for an allowed intent on a view that can be reached.
  ///
  /// - Throws: ``IntentRefusal`` if the intent's value is not of the view's kind.
  open func receive(_ intent: IntentKind, _ value: IntentValue) throws(IntentRefusal) {}
}

/// What the user's own doing shows on a view.
struct Echo {
  let view: View
  let property: Property
  let value: PropertyValue?
}
