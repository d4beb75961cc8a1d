/// The views of one session's screen, and what has changed on them since a renderer last looked.
public final class ViewTree {
  /// The view that everything stands in.
  public let root: View
  /// The document's title.
  public var title = "" { didSet { if title != oldValue { hasNewTitle = true } } }
  /// The path of the screen, as the address bar shows it.
  public internal(set) var path = "/"

  private var views = NumberedViews()
  private(set) var lastID = 0
  /// What has got a number since the last turn was over.
  var given: GivenNumbers = []
  /// Whether its user has been let do something since the last turn was over: what wasn't there to be used is, or it holds something else.
  var letsDoMore = false
  /// How many turns are over.
  private(set) var turn = 0
  private var changedViews: [View] = []
  /// The ids of children as they were at the last flush, of those views whose children have changed since.
  // Here rather than on each view, most of whose children never change.
  private var childrenBefore: [ObjectIdentifier: [Int]] = [:]
  private(set) var hasNewTitle = false
  var focus: View?
  /// To which the focus was moved by changes that were forgotten.
  weak var forgottenFocus: View?
  private var addresses: [AddressChange] = []
  /// The requests of the session that wait for their answers.
  var isUnanswered: (_ anyOf: Set<UInt64>) -> Bool = { _ in false }
  /// The request of the session's whose answer is being delivered.
  var answeredRequest: () -> UInt64? = { nil }
  /// What was asked for because the user has changed what a view holds, by the view's number.
  var awaited: [Int: Set<UInt64>] = [:]
  /// The fields of which the app has said that something is wrong while it is told what its user has done.
  var complaints: Set<ObjectIdentifier> = []
  /// Where rows stand that acts of a recording are for.
  var rowPlaces = RowPlaces()
  /// The tables in whose rows the user has set something that may wait for its answer.
  var awaiting: Set<Int> = []
  /// The boxes that tick a box in every row of a table, by their numbers.
  var boxesForAll: Set<Int> = []
  /// The tables whose rows are removed on their page at once, by their numbers. An array: it is one, as a rule, in very many sessions.
  var removingTables: [Int] = []
  /// What its user has done that isn't answered, the first first, if there are such boxes or tables.
  var awaitedActs: [AwaitedAct] = []
  /// The labels that stand in it, by the identity of the inputs that they are for.
  private var labels: [ObjectIdentifier: [InputLabel]] = [:]

  /// Makes a tree with the given root.
  public init(root: View = Stack.column()) {
    self.root = root
    adopt(root)
    _ = takeChanges()
  }

  deinit { release(root) }

  /// The view with the given number, if it stands in this tree.
  public func view(_ id: Int) -> View? { views[id] }

  /// The views in it, depth first.
  var all: [View] { root.withDescendants }

  /// How many views stand in it, rows of tables not counted.
  public var count: Int { views.count }

  /// Whether a renderer has something to do.
  public var hasChanges: Bool {
    hasNewTitle || focus != nil || !addresses.isEmpty || !changedViews.isEmpty && !changedViews.allSatisfy(isAllHeld)
  }

  func changeAddress(_ change: AddressChange) {
    switch (addresses.last, change) {
    // An entry that the browser hasn't made yet is made with its last address: nobody has seen the ones before.
    case (.push?, .replace(let path)), (.push?, .push(let path)): addresses[addresses.count - 1] = .push(path)
    // Browsers take a while to go back: until then they would change the entry that is left.
    case (.replace?, .replace), (.back?, .replace), (.back?, .back): addresses[addresses.count - 1] = change
    default: addresses.append(change)
    }
  }

  /// Gives what has changed, and forgets it.
  public func takeChanges() -> TreeChanges {
    let (kept, held) = takeHeld()
    defer {
      for view in changedViews { view.changed = 0 }
      changedViews = []
      childrenBefore = [:]
      for (view, properties) in held { for property in properties { note(property, of: view) } }
      hasNewTitle = false
      focus = nil
      addresses = []
    }
    let views = changedViews.filter { $0.tree === self }.map { view in
      ViewChange(
        view: view,
        properties: view.changedProperties.filter { !($0.isUsers && kept.contains(view.id)) },
        childrenBefore: childrenBefore[ObjectIdentifier(view)])
    }
    return TreeChanges(
      views: views, title: hasNewTitle ? title : nil, focus: focus?.tree === self ? focus : nil, addresses: addresses)
  }

  /// Carries out what a user did, if the screen allows it.
  ///
  /// - Throws: ``IntentRefusal``; nothing has changed then.
  public func receive(_ intent: Intent) throws(IntentRefusal) {
    switch intent.target {
    case .view(let id):
      guard let view = views[id] else { throw .notOnScreen }
      if !view.allowsLate(intent.kind) {
        guard view.isReachable else { throw .notReachable }
        guard view.allowedIntents.contains(intent.kind) else { throw .notAllowed }
      }
      // Asked before: what is done may take the view away.
      let field = view.enclosingField
      complaints = []
      try view.receive(intent.kind, intent.value)
      // What was just complained of stays.
      if let field, !complaints.contains(ObjectIdentifier(field)) { field.checkAgain() }
      complaints = []
    case .row(let table, let key, let part):
      guard let table = views[table]?.table else { throw .notOnScreen }
      guard table.isReachable else { throw .notReachable }
      try table.receive(intent.kind, intent.value, key: key, part: part)
    }
  }

  // MARK: What the user's own doing has set

  /// The changed views whose users' own settings must not be written yet, with these settings.
  private func takeHeld() -> (ids: Set<Int>, properties: [(View, [Property])]) {
    if awaited.isEmpty { return ([], []) }
    awaited = awaited.filter { isWaiting($0.value) }
    let held = changedViews.filter { $0.tree === self && isHeld($0) }.map { view in
      (view, view.changedProperties.filter(\.isUsers))
    }
    return (Set(held.map(\.0.id)), held)
  }

  /// Whether all that has changed of a view is what its user has set, and must not be written yet.
  private func isAllHeld(_ view: View) -> Bool {
    if awaited.isEmpty || view.tree !== self || childrenBefore[ObjectIdentifier(view)] != nil { return false }
    let properties = view.changedProperties
    return !properties.isEmpty && properties.allSatisfy(\.isUsers)
      && view.group.contains { awaited[$0.id].map(isWaiting) == true }
  }

  /// A turn is over.
  func endTurn() {
    given = []
    letsDoMore = false
    turn += 1
  }

  // MARK: Called by views

  func adopt(_ view: View) {
    lastID += 1
    given.insert(.views)
    if let table = view.table { given.formUnion(table.takeNewKeys(into: self)) }
    view.id = lastID
    view.tree = self
    views.append(view)
    view.properties = view.properties.shared
    for child in view.children { adopt(child) }
    // It is written whole: what has changed while it stood in no tree is in that.
    _ = view.table?.takeRowChanges()
    view.didJoinTree()
    if !labels.isEmpty, let labels = labels[ObjectIdentifier(view)] { for label in labels { label.nameInput() } }
  }

  /// Has a label hear when its input comes back.
  func note(_ label: InputLabel, for input: View) {
    if labels[ObjectIdentifier(input)]?.contains(where: { $0 === label }) == true { return }
    labels[ObjectIdentifier(input), default: []].append(label)
  }

  /// Gives the views in it the numbers that they had in a session that was kept.
  ///
  /// - Parameters:
  ///   - numbered: Each of its views once, with its number.
  ///   - last: The greatest number that was ever given.
  func renumber(_ numbered: some Sequence<(View, Int)>, last: Int) {
    var numbers: [Int: Int] = [:]
    for (view, id) in numbered {
      numbers[view.id] = id
      view.id = id
    }
    awaited = Dictionary(
      uniqueKeysWithValues: awaited.compactMap { id, requests in numbers[id].map { ($0, requests) } })
    awaiting = Set(awaiting.compactMap { numbers[$0] })
    views = NumberedViews(numbered.map(\.0))
    lastID = last
    boxesForAll = []
    removingTables = []
    // Some hold the numbers of others.
    for view in views.inOrder { view.didJoinTree() }
  }

  /// Forgets what has changed, since whoever shows it has it already.
  public func forgetChanges() {
    let changes = takeChanges()
    for change in changes.views { _ = change.view.table?.takeRowChanges() }
    if let focus = changes.focus { forgottenFocus = focus }
  }

  func release(_ view: View) {
    // The last first: mostly they have the greatest numbers of all, and no others move up.
    for child in view.children.reversed() { release(child) }
    views.remove(view.id)
    if !boxesForAll.isEmpty { boxesForAll.remove(view.id) }
    if !removingTables.isEmpty { removingTables.removeAll { $0 == view.id } }
    view.id = 0
    view.tree = nil
    if view.kind == .inputLabel, !labels.isEmpty {
      labels = labels.mapValues { $0.filter { $0 !== view } }.filter { !$0.value.isEmpty }
    }
    view.table?.forgetAllShown()
  }

  func note(_ property: Property, of view: View) {
    note(view)
    view.changed |= 1 << UInt64(property.rawValue)
  }

  /// A view's children are about to change.
  func noteChildren(of view: View) {
    // The view is kept until the flush, so that its identity is nobody else's.
    note(view)
    let identity = ObjectIdentifier(view)
    if childrenBefore[identity] == nil { childrenBefore[identity] = view.children.map(\.id) }
  }

  func note(_ view: View) {
    if view.changed == 0 {
      // The top bit marks a view that is in the list already.
      view.changed = 1 << 63
      changedViews.append(view)
    }
  }
}

extension View {
  /// What has changed since the last flush, in the order of ``Property``.
  fileprivate var changedProperties: [Property] {
    // The top bit is no property's.
    var (bits, found) = (changed & ~(1 << 63), [Property]())
    while bits != 0 {
      if let property = Property(rawValue: UInt8(bits.trailingZeroBitCount)) { found.append(property) }
      bits &= bits - 1
    }
    return found
  }
}
