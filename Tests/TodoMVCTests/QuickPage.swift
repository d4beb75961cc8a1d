import Ghostlight
import Synchronization
import Testing
import TodoMVCModels
import TodoMVCPresentation
import TodoMVCScreens

/// A page whose user is quicker than the answers: they come when they are let.
///
/// Its boxes show what the user has made of them, and what was sent since, as in a browser.
struct QuickPage: Sendable {
  private let database: TodoDatabase
  private let gate: Gate
  private let session: LiveSession
  private let boxes: Boxes

  /// Opens a page with these todos, none of them done.
  init(_ titles: String...) async throws {
    let database = try TodoDatabase.inMemory()
    let gate = Gate()
    let boxes = Boxes()
    for title in titles {
      let title = try #require(try TodoTitle(title))
      _ = try await database.apply(TodoWrite(.add(title), of: "ann"))
    }
    let app = AppStream()
    app.start(LateServer(database: database, gate: gate))
    session = LiveSession(
      Session(ViewModelServer(owner: "ann"), screens: .todomvc(.of("en"))), app: app)
    self.database = database
    self.gate = gate
    self.boxes = boxes
    let opening = SessionOpening(path: "/", visitor: Visitor(id: "ann"))
    let isOpen = await session.open(opening) { _ in Watcher(boxes) }
    try #require(isOpen)
    await session.settle()
    await gate.close()
  }

  // MARK: What its user does

  /// Clicks on the box for all.
  func clickAll() async throws { try await setAll(!isAllTicked) }

  /// Clicks on the box for all so that it becomes as is said: it may not show yet what the server has sent.
  func setAll(_ isOn: Bool) async throws {
    let (box, isGuess) = boxes.state.withLock { state in
      state.isAllTicked = isOn
      for key in state.keys { state.ticked[key] = isOn }
      defer { (state.isBehind, state.isBehindAll) = (true, true) }
      return (state.all, state.isBehind)
    }
    try await session.receive(Intent(.view(box), .select, isGuess ? .guess(isOn) : .flag(isOn)))
  }

  /// Clicks on a row's box.
  func click(_ index: Int) async throws { try await set(index, !ticked[index]) }

  /// Clicks on a row's box so that it becomes as is said: it may not show yet what the server has sent.
  func set(_ index: Int, _ isOn: Bool) async throws {
    let (target, isGuess) = boxes.state.withLock { state in
      let key = state.keys[index]
      state.ticked[key] = isOn
      state.isBehind = true
      return (IntentTarget.row(table: state.table, key: key, part: state.part), state.isBehindAll)
    }
    try await session.receive(Intent(target, .change, isGuess ? .guess(isOn) : .flag(isOn)))
  }

  /// Enters a new todo.
  func add(_ title: String) async throws {
    let field = try #require(await session.withScreen { tree in tree.root.first { $0.kind == .textField }?.id } ?? nil)
    boxes.state.withLock { $0.isBehind = true }
    try await session.receive(Intent(.view(field), .submit, .text(title)))
  }

  /// Clears what is completed.
  func clear() async throws {
    let button = try #require(await session.withScreen { $0.clear?.id } ?? nil)
    boxes.state.withLock { $0.isBehind = true }
    try await session.receive(Intent(.view(button), .tap))
  }

  // MARK: What happens meanwhile

  /// Has everything answered that was asked for, and not seen yet by the page.
  func answer() async {
    await gate.open()
    await session.settle()
    await gate.close()
  }

  /// Has everything answered that was asked for, and seen.
  func rest() async {
    await answer()
    boxes.state.withLock { ($0.isBehind, $0.isBehindAll) = (false, false) }
  }

  // MARK: What there is

  /// Which todos are done, in the database.
  var done: [Bool] { get async throws { try await database.list(of: "ann").todos.map(\.isCompleted) } }
  /// Which boxes of rows are ticked, on the page.
  var ticked: [Bool] { boxes.state.withLock { state in state.keys.map { state.ticked[$0] ?? false } } }
  /// Whether the box for all is ticked, on the page.
  var isAllTicked: Bool { boxes.state.withLock { $0.isAllTicked } }
  /// Whether the button that clears what is completed can be seen.
  var showsClear: Bool {
    get async {
      await session.withScreen { tree in
        tree.clear.map { !$0.isHidden && !$0.looks.contains("coming") }
      } == true
    }
  }
}

/// Lets through what comes while it is open.
private actor Gate {
  private var isOpen = true
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func close() { isOpen = false }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  func pass() async {
    if !isOpen { await withCheckedContinuation { waiting.append($0) } }
  }
}

/// Answers as the app's own server does, but writes only behind the gate.
private struct LateServer: Server {
  let database: TodoDatabase
  let gate: Gate

  var observers: some Observers {
    Answer(\ListStoreEvent.requestList) { [database] owner in try await database.list(of: owner) }
    Answer(\ListStoreEvent.requestWrite, atMost: 1) { [database, gate] write in
      await gate.pass()
      return try await database.apply(write)
    }
  }
}

/// What the boxes of a page show, and where they are.
private final class Boxes: Sendable {
  struct State {
    var all = 0
    var isAllTicked = false
    var table = 0
    var part = 0
    var keys: [Int] = []
    var ticked: [Int: Bool] = [:]
    /// Whether something was done of which it hasn't seen what has become, and whether with the box for all.
    var isBehind = false
    var isBehindAll = false
  }

  let state = Mutex(State())
}

/// Takes in what a page is sent.
private final class Watcher: LiveSession.Observer {
  private let boxes: Boxes

  init(_ boxes: Boxes) { self.boxes = boxes }

  func screenDidChange(_ tree: ViewTree, isRepeatable: Bool) {
    let changes = tree.takeChanges().views
    guard let all = tree.root.first({ $0.kind == .checkbox }), let table = tree.root.first({ $0.table != nil })?.table,
      let part = table.partKinds.firstIndex(of: .checkbox)
    else { return }
    func ticks(_ row: TableRow) -> Bool? {
      row.settings.first { $0.part == part && $0.property == .isChecked }.map { $0.value == .flag(true) }
    }
    let isAllSent = changes.contains { $0.view === all && $0.properties.contains(.isChecked) }
    let reloaded = changes.contains { $0.view === table } ? table.takeRowChanges().reloaded : []
    let (keys, rows) = (table.keys, table.settings(ofRows: table.keys))
    boxes.state.withLock { state in
      (state.all, state.table, state.part, state.keys) = (all.id, table.id, part, keys)
      if isAllSent { state.isAllTicked = all[flag: .isChecked] }
      state.ticked = state.ticked.filter { keys.contains($0.key) }
      for row in rows where state.ticked[row.key] == nil { state.ticked[row.key] = ticks(row) ?? false }
      for row in reloaded { if let isTicked = ticks(row) { state.ticked[row.key] = isTicked } }
    }
  }
}

extension ViewTree {
  fileprivate var clear: View? { root.first { $0[text: .text] == "Clear completed" } }
}

extension View {
  fileprivate func first(_ isWanted: (View) -> Bool) -> View? {
    if isWanted(self) { return self }
    for child in children {
      if let found = child.first(isWanted) { return found }
    }
    return nil
  }
}
