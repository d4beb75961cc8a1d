import EventStream
import Foundation
import GhostBinding
import Testing

@testable import ViewKit

/// A session made of a snapshot is like the one that the snapshot was taken from, or there is no snapshot.
@Suite struct SnapshotTests {
  private final class Basket: Controller {
    @SessionState var fruit = ["apple"]
    let count = Label()
    let note = TextInput.line("Note")
    let secret = TextInput.line("Secret")
    let ripe = Checkbox("Ripe")
    let list = Stack.column()
    var forgotten = 0

    override var title: String { "Basket" }

    override func loadView() -> View {
      secret.isPrivate = true
      secret.onSubmit = { _ in }
      note.onSubmit = { [unowned self] in
        fruit.append($0)
        show()
      }
      ripe.onChange = { [unowned self] _ in after(.seconds(1)) {} }
      let open = Link("Details", to: "/details")
      show()
      return Stack.main(count, note, secret, ripe, list, open)
    }

    override func didRestoreState() { show() }

    private func show() {
      count.text = "\(fruit.count)"
      for view in list.children { view.removeFromParent() }
      for name in fruit { list.add(Label(name)) }
    }
  }

  private final class Details: Controller {
    let hint = Label("Details")
    override func loadView() -> View { hint }
  }

  /// Shows the time, second by second.
  private final class Watch: Controller {
    @SessionState var seconds = 0
    let face = Label("0")
    var timer: ScreenTimer?

    override func loadView() -> View { Stack.main(face) }
    override func viewDidLoad() { wait() }
    override func didRestoreState() { face.text = "\(seconds)" }

    private func wait() {
      timer = after(.seconds(1)) { [unowned self] in
        seconds += 1
        face.text = "\(seconds)"
        wait()
      }
    }
  }

  /// Chooses a country, and a city in it.
  private final class Journey: Controller {
    @SessionState var country = "Italy"
    let city = Select("City", Journey.cities("Italy"))
    let go = Button("Go")

    override func loadView() -> View {
      go.onTap = { [unowned self] in
        country = country == "Italy" ? "France" : "Italy"
        offer()
      }
      return Stack.main(city, go)
    }

    override func didRestoreState() { offer() }
    private func offer() { city.offer(Journey.cities(country)) }
    static func cities(_ country: String) -> [(String, String)] {
      (country == "Italy" ? ["Rome", "Milan"] : ["Paris", "Lyon"]).map { ($0, $0) }
    }
  }

  private static func plan() -> Session {
    Session(
      screens: Routes {
        Path("/") ~> { Basket() }
        Path("/journey") ~> { Journey() }
        Path("/details") ~> { Details() }
        Path("/watch") ~> { Watch() }
      })
  }

  private func stage(_ session: Session = plan(), at path: String = "/") -> Stage {
    let stage = Stage(
      session, SessionOpening(path: path, seed: 7), app: AppStream(), onFailure: nil,
      sleep: { _ in try await Task.sleep(for: .seconds(60)) })
    _ = stage.open(SessionOpening(path: path, seed: 7))
    settle(stage)
    return stage
  }

  private func settle(_ stage: Stage) {
    stage.endTurn()
    stage.tree.forgetChanges()
  }

  private func act(_ stage: Stage, _ view: View, _ kind: IntentKind, _ value: IntentValue) throws {
    try stage.receive(Intent(.view(view.id), kind, value), number: 1)
    settle(stage)
  }

  private func basket(_ stage: Stage) throws -> Basket { try #require(stage.controllers.first as? Basket) }

  private func snapshot(_ stage: Stage) throws -> SessionSnapshot {
    try stage.snapshot(SessionOpening(path: "/", seed: 7), of: Self.plan(), anew: Self.plan(), JSONCoding())
  }

  private func restored(_ snapshot: SessionSnapshot) throws -> Stage {
    let written = try JSONDecoder().decode(SessionSnapshot.self, from: try JSONEncoder().encode(snapshot))
    return try Stage.restored(
      written, Self.plan(), app: AppStream(), onFailure: nil, sleep: { _ in }, JSONCoding())
  }

  @Test func `what a controller marks and what a user has typed come back, with every view's number`() throws {
    let live = stage()
    try act(live, try basket(live).note, .submit, .text("pear"))
    try act(live, try basket(live).note, .change, .text("half a wo"))
    let other = try restored(try snapshot(live))
    let (mine, its) = (try basket(live), try basket(other))
    #expect(its.fruit == ["apple", "pear"])
    #expect(its.count.text == "2")
    #expect(its.note.text == "half a wo")
    #expect(other.allViews.map(\.id) == live.allViews.map(\.id))
    #expect(other.tree.view(mine.note.id) === its.note)
    #expect(other.stream.point?.identity == live.stream.point?.identity)
    #expect(!other.tree.hasChanges)
    try act(other, its.note, .submit, .text("plum"))
    #expect(its.count.text == "3")
    live.end()
    other.end()
  }

  private func journey(_ stage: Stage) throws -> Journey { try #require(stage.controllers.last as? Journey) }

  /// After the second change there was none any more.
  @Test func `a select whose choices have changed is in no snapshot's way`() throws {
    let live = stage(at: "/journey")
    for _ in 1...5 {
      try act(live, try journey(live).go, .tap, .none)
      let city = try journey(live).city
      try act(live, city, .change, .text(city.children[1][text: .value]))
      let other = try restored(
        try live.snapshot(SessionOpening(path: "/journey", seed: 7), of: Self.plan(), anew: Self.plan(), JSONCoding()))
      #expect(try journey(other).city.selected == city.selected)
      other.end()
    }
    live.end()
  }

  /// The page showed the first, and nothing was chosen.
  @Test func `what another program doesn't offer isn't chosen`() throws {
    let (select, other) = (Select("City", [(1, "Paris"), (2, "Lyon")]), Select("City", [(1, "Paris"), (2, "Lyons")]))
    let fresh = Select("City", [(1, "Paris"), (2, "Lyon")])
    select.selected = 2
    let kept = select.snapshot(besides: fresh)
    other.restore(kept, ofOtherProgram: true)
    #expect(other.selected == 1)
    fresh.restore(kept, ofOtherProgram: true)
    #expect(fresh.selected == 2)
  }

  @Test func `what was submitted and has been answered since is in no snapshot's way`() throws {
    let live = stage()
    try act(live, try basket(live).note, .submit, .text("pear"))
    try basket(live).note.keepSubmission(for: [99])
    let other = try restored(try snapshot(live))
    #expect(try basket(other).fruit == ["apple", "pear"])
    live.end()
    other.end()
  }

  @Test func `a property that isn't marked and has changed is told by name, and there is no snapshot`() throws {
    let live = stage()
    try basket(live).forgotten = 1
    #expect(throws: SessionSnapshot.Refusal.unlike("Basket.forgotten isn't the same: mark it @SessionState")) {
      try snapshot(live)
    }
    live.end()
  }

  /// Shows keys, and keeps none of them.
  private final class Board: Controller {
    let table = Table("Keys", cell: KeyCell())
    override func loadView() -> View { Stack.main(table) }
  }

  /// It was told to mark what the framework's own table holds.
  @Test func `where a view shows something else it says whose that is, and what to keep`() throws {
    let plan = { Session(screens: Routes { Path("/") ~> { Board() } }) }
    let stage = Stage(plan(), SessionOpening(path: "/"), app: AppStream(), onFailure: nil, sleep: { _ in })
    _ = stage.open(SessionOpening(path: "/"))
    settle(stage)
    try #require(stage.controllers.first as? Board).table.show([Key(id: 1)])
    settle(stage)
    let refusal = SessionSnapshot.Refusal.unlike(
      "list “Keys” of Board shows something else: keep what it shows as @SessionState, and show it in didRestoreState()"
    )
    #expect(throws: refusal) {
      try stage.snapshot(SessionOpening(path: "/"), of: plan(), anew: plan(), JSONCoding())
    }
    stage.end()
  }

  @Test func `a timer that is started again whenever it has run down goes on in the session of a snapshot`() throws {
    let live = stage(at: "/watch")
    let watch = try #require(live.controllers.last as? Watch)
    for _ in 1...3 {
      live.stream.beginTurn()
      live.stream.send(SessionEvent.timerFired(try #require(live.timers.inOrder.first).number))
      settle(live)
    }
    #expect(watch.face.text == "3")
    let running = try #require(watch.timer)
    let other = try restored(try snapshot(live))
    let its = try #require(other.controllers.last as? Watch)
    #expect(its.face.text == "3")
    #expect(its.timer?.number == running.number && its.timer?.due == running.due)
    #expect(its.timer?.isOver == false)
    other.stream.beginTurn()
    other.stream.send(SessionEvent.timerFired(running.number))
    settle(other)
    #expect(its.face.text == "4")
    live.end()
    other.end()
  }

  @Test func `while a timer runs that isn't started with the screen there is no snapshot`() throws {
    let live = stage()
    try act(live, try basket(live).ripe, .change, .flag(true))
    #expect(throws: SessionSnapshot.Refusal.notNow) { try snapshot(live) }
    live.end()
  }

  @Test func `while a dialog is open there is no snapshot`() throws {
    let live = stage()
    try basket(live).alert("Oh", "no")
    settle(live)
    #expect(throws: SessionSnapshot.Refusal.notNow) { try snapshot(live) }
    live.end()
  }

  @Test func `what is private isn't in a snapshot`() throws {
    let live = stage()
    try act(live, try basket(live).secret, .change, .text("hunter2"))
    let snapshot = try snapshot(live)
    #expect(!String(decoding: try JSONEncoder().encode(snapshot), as: UTF8.self).contains("hunter2"))
    #expect(try basket(restored(snapshot)).secret.text == withheldText)
    // Nor does what was submitted keep the session from being kept.
    try act(live, try basket(live).secret, .submit, .text("hunter2"))
    let other = try self.snapshot(live)
    #expect(try !String(decoding: JSONEncoder().encode(other), as: UTF8.self).contains("hunter2"))
    live.end()
  }

  @Test func `what is typed into a private input of a row isn't in a snapshot`() throws {
    let plan = { Session(screens: Routes { Path("/") ~> { Keys() } }) }
    let stage = Stage(
      plan(), SessionOpening(path: "/"), app: AppStream(), onFailure: nil,
      sleep: { _ in try await Task.sleep(for: .seconds(60)) })
    _ = stage.open(SessionOpening(path: "/"))
    settle(stage)
    let keys = try #require(stage.controllers.first as? Keys)
    let part = try #require(keys.table.part(keys.cell.secret))
    let target = IntentTarget.row(table: keys.table.id, key: keys.table.keys[0], part: part)
    try stage.receive(Intent(target, .change, .text("hunter2")), number: 1)
    settle(stage)
    let snapshot = try stage.snapshot(SessionOpening(path: "/"), of: plan(), anew: plan(), JSONCoding())
    let text = String(decoding: try JSONEncoder().encode(snapshot), as: UTF8.self)
    #expect(!text.contains("hunter2"))
    #expect(text.contains(withheldText), "that something was typed is kept")
    stage.end()
  }

  @Test func `a list from which rows have gone, and come back, is in a snapshot`() throws {
    let plan = { Session(screens: Routes { Path("/") ~> { Keys() } }) }
    let stage = Stage(plan(), SessionOpening(path: "/"), app: AppStream(), onFailure: nil, sleep: { _ in })
    _ = stage.open(SessionOpening(path: "/"))
    settle(stage)
    let table = try #require(stage.controllers.first as? Keys).table
    table.show([])
    table.show([Key(id: 1), Key(id: 2)])
    _ = try stage.snapshot(SessionOpening(path: "/"), of: plan(), anew: plan(), JSONCoding())
    stage.end()
  }

  private struct Key: Identifiable, Equatable { let id: Int }

  private final class Keys: Controller {
    let cell: KeyCell
    let table: Table<KeyCell>

    override init() {
      let cell = KeyCell()
      self.cell = cell
      table = Table("Keys", cell: cell)
    }

    override func loadView() -> View { table }
    override func viewDidLoad() { table.show([Key(id: 1), Key(id: 2)]) }
  }

  /// Keys that come and go, and know it.
  private final class MoreKeys: Controller {
    let table = Table("Keys", cell: KeyCell())
    @SessionState var count = 2

    override func loadView() -> View { table }
    override func viewDidLoad() { show(count) }
    override func didRestoreState() { show(count) }

    func show(_ count: Int) {
      self.count = count
      table.show((0..<count).map { Key(id: $0) })
    }
  }

  private final class KeyCell: TableCell, ViewType {
    private let number = Label()
    let secret = TextInput.line("Secret")
    override init() {
      super.init()
      secret.isPrivate = true
      add(number, secret)
    }
    func take(_ key: Key) { number.text = "\(key.id)" }
  }

  @Test func `screens under the one that is shown are kept as they were left`() throws {
    let live = stage()
    try act(live, try basket(live).note, .submit, .text("pear"))
    try act(live, try basket(live).note, .change, .text("half"))
    _ = live.visit(SessionVisit(path: "/details"))
    settle(live)
    let other = try restored(try snapshot(live))
    #expect(other.path.text == "/details")
    _ = other.visit(SessionVisit(path: "/", isBack: true))
    settle(other)
    #expect(try basket(other).note.text == "half")
    #expect(try basket(other).count.text == "2")
    live.end()
    other.end()
  }

  @Test func `a list that gets rows under the screen that is shown is kept as it is`() throws {
    let plan = {
      Session(
        screens: Routes {
          Path("/") ~> { MoreKeys() }
          Path("/details") ~> { Details() }
        })
    }
    let (live, other) = try returned(plan) { stage in
      let keys = try #require(stage.controllers.first as? MoreKeys)
      keys.show(3)
      settle(stage)
      _ = stage.visit(SessionVisit(path: "/details"))
      settle(stage)
      keys.show(4)
    }
    let (mine, its) = (live.controllers.first as? MoreKeys, other.controllers.first as? MoreKeys)
    #expect(its?.table.keys == mine?.table.keys)
    #expect(its?.table.keys.count == 4)
    live.end()
    other.end()
  }

  @Test func `screens under the one that is shown know at which address they were left`() throws {
    let live = stage(at: "/?sort=name")
    _ = live.visit(SessionVisit(path: "/details"))
    settle(live)
    let other = try restored(try snapshot(live))
    #expect(live.stack.map(\.address.text) == ["/?sort=name", "/details"])
    #expect(other.stack.map(\.address.text) == ["/?sort=name", "/details"])
    live.end()
    other.end()
  }

  final class Growing: Controller {
    let stack = Stack.main(Heading("Totals"))
    override func loadView() -> View { stack }
  }

  @Test func `what stands on one screen only is named`() throws {
    let session = Session(screens: Routes { Path("/") ~> { Growing() } })
    let live = Stage(session, SessionOpening(path: "/"), app: AppStream(), onFailure: nil, sleep: { _ in })
    _ = live.show(Path("/"), nil)
    settle(live)
    (live.controllers.first as? Growing)?.stack.add(Label("three"))
    settle(live)
    let refusal = #expect(throws: SessionSnapshot.Refusal.self) {
      try live.snapshot(SessionOpening(path: "/"), of: session, anew: session, JSONCoding())
    }
    #expect(
      refusal
        == .unlike("the screen is built otherwise: label “three” stands where nothing does when it is built anew"))
    live.end()
  }

  @Test func `a program whose screen is built otherwise refuses the snapshot`() throws {
    let live = stage()
    let snapshot = try snapshot(live)
    let changed = Session(screens: Routes { Path("/") ~> { Details() } })
    #expect(throws: SessionSnapshot.Refusal.self) {
      try Stage.restored(snapshot, changed, app: AppStream(), onFailure: nil, sleep: { _ in }, JSONCoding())
    }
    live.end()
  }

  @Test func `a session with a server that holds something of its own has no snapshot`() throws {
    let live = stage()
    #expect(throws: SessionSnapshot.Refusal.self) {
      try live.snapshot(
        SessionOpening(path: "/"), of: Session(Counting(), screens: Routes {}),
        anew: Session(Counting(), screens: Routes {}), JSONCoding())
    }
    live.end()
  }

  private struct Counting: Server {
    final class Count: Sendable {}
    let count = Count()
    var observers: some Observers { On(\SessionEvent.timerFired) { number in SessionEvent.timerFired(number) } }
  }

  // MARK: Parts, values and containers

  private final class Counter: SessionPart {
    @SessionState private(set) var count = 0
    func add() { count += 1 }
  }

  private final class Clerk: Controller {
    private lazy var counter = Counter()
    private let number = Label()
    let more = Button("More")
    private let stranger: AnyObject?

    init(knows stranger: AnyObject? = nil) { self.stranger = stranger }

    override func loadView() -> View { Stack.main(number, more) }
    override func viewDidLoad() {
      more.onTap = { [unowned self] in
        counter.add()
        show()
      }
      show()
    }
    override func didRestoreState() { show() }

    private func show() { number.text = "\(counter.count)" }
  }

  /// A session at a path, and one made of its snapshot after something was done.
  private func returned(
    _ plan: () -> Session, at path: String = "/", after body: (Stage) throws -> Void
  ) throws -> (Stage, Stage) {
    let session = plan()
    let live = stage(session, at: path)
    try body(live)
    settle(live)
    let taken = try live.snapshot(SessionOpening(path: path, seed: 7), of: session, anew: plan(), JSONCoding())
    let written = try JSONDecoder().decode(SessionSnapshot.self, from: try JSONEncoder().encode(taken))
    return (
      live, try Stage.restored(written, plan(), app: AppStream(), onFailure: nil, sleep: { _ in }, JSONCoding())
    )
  }

  @Test func `what an object of a controller's own marks comes back with it`() throws {
    let plan = { Session(screens: Routes { Path("/") ~> { Clerk() } }) }
    let (live, other) = try returned(plan) { stage in
      let clerk = try #require(stage.controllers.first as? Clerk)
      for _ in 1...3 { try act(stage, clerk.more, .tap, .none) }
    }
    let clerk = try #require(other.controllers.first as? Clerk)
    try act(other, clerk.more, .tap, .none)
    #expect(clerk.view.children.first?[text: .text] == "4")
    live.end()
    other.end()
  }

  @Test func `an object of which nobody can see what it holds is told by name`() throws {
    final class Stranger {}
    let plan = { Session(screens: Routes { Path("/") ~> { Clerk(knows: Stranger()) } }) }
    let refusal = SessionSnapshot.Refusal.unlike(
      "Clerk.stranger is an object, which can't be compared: make it a SessionPart or a struct, or shared by all sessions"
    )
    #expect(throws: refusal) { try returned(plan) { _ in } }
  }

  @Test func `an object that says itself what must be alike is believed`() throws {
    final class Cache: Equatable {
      static func == (a: Cache, b: Cache) -> Bool { true }
    }
    let plan = { Session(screens: Routes { Path("/") ~> { Clerk(knows: Cache()) } }) }
    let (live, other) = try returned(plan) { _ in }
    live.end()
    other.end()
  }

  @Test func `a value that routes depend on comes back with the session`() throws {
    let plan = {
      let isMember = SessionValue(false)
      return Session(
        screens: Routes {
          Path("/") ~> { Door(isMember) }
          Only(if: isMember, otherwise: { _ in Path("/") }) { Path("/inside") ~> { Details() } }
        })
    }
    let (live, other) = try returned(plan) { stage in
      (stage.controllers.first as? Door)?.isMember.value = true
      _ = stage.visit(SessionVisit(path: "/inside"))
    }
    #expect(other.path.text == "/inside")
    #expect(other.controllers.contains { $0 is Details })
    live.end()
    other.end()
  }

  /// A session of one program's plan, made of another's snapshot.
  private func carried(
    from plan: () -> Session, to next: () -> Session, isOnlyBeginning: Bool = true, _ body: (Stage) throws -> Void
  ) throws -> Stage {
    let session = plan()
    let live = stage(session)
    defer { live.end() }
    try body(live)
    settle(live)
    let taken = try live.snapshot(SessionOpening(path: "/", seed: 7), of: session, anew: plan(), JSONCoding())
    return try Stage.restored(
      taken, next(), isOfOtherProgram: true, isOnlyBeginning: isOnlyBeginning, app: AppStream(), onFailure: nil,
      sleep: { _ in }, JSONCoding())
  }

  private final class Guarded: Controller {
    let values: [SessionValue<Bool>]
    init(_ values: [SessionValue<Bool>]) { self.values = values }
  }

  /// What another program's values hold where the first had been set.
  private func carry(_ before: [String?], to after: [String?], isOnlyBeginning: Bool = true) throws -> [Bool] {
    func plan(_ names: [String?]) -> Session {
      Session.collecting {
        let values = names.map { SessionValue(false, name: $0) }
        return Session(screens: Routes { Path("/") ~> { Guarded(values) } })
      }
    }
    let stage = try carried(from: { plan(before) }, to: { plan(after) }, isOnlyBeginning: isOnlyBeginning) { stage in
      (stage.controllers.first as? Guarded)?.values[0].value = true
    }
    defer { stage.end() }
    return (stage.controllers.first as? Guarded)?.values.map(\.value) ?? []
  }

  @Test func `another program finds values by their names, in whichever order it has them`() throws {
    #expect(try carry(["member", "admin"], to: ["admin", "member"]) == [false, true])
    #expect(try carry([nil], to: [nil]) == [true])
    let refusal = SessionSnapshot.Refusal.unlike("it has other values")
    #expect(throws: refusal) { try carry([nil, nil], to: [nil, nil]) }
    #expect(throws: refusal) { try carry(["member"], to: ["admin"]) }
  }

  @Test func `a value that only another program has is as at first, where there is nothing else to tell it`() throws {
    #expect(try carry(["member"], to: ["admin", "member"]) == [false, true])
    #expect(throws: SessionSnapshot.Refusal.unlike("it has more values")) {
      try carry(["member"], to: ["admin", "member"], isOnlyBeginning: false)
    }
    #expect(try carry(["member"], to: ["member"], isOnlyBeginning: false) == [true])
  }

  private class Counted: Controller {
    @SessionState var count = 0
    let more = Button("More")
    override func loadView() -> View { Stack.main(more) }
    override func viewDidLoad() { more.onTap = { [unowned self] in count += 1 } }
  }

  @Test func `what only another program keeps is as at first, where there is nothing else to tell it`() throws {
    enum First {
      final class Counting: Counted {}
    }
    enum Second {
      final class Counting: Counted { @SessionState var doubled = 0 }
    }
    let plan = { Session(screens: Routes { Path("/") ~> { First.Counting() } }) }
    let next = { Session(screens: Routes { Path("/") ~> { Second.Counting() } }) }
    let body = { (stage: Stage) in
      try self.act(stage, try #require(stage.controllers.first as? Counted).more, .tap, .none)
    }
    let stage = try carried(from: plan, to: next, body)
    #expect((stage.controllers.first as? Second.Counting)?.count == 1)
    stage.end()
    #expect(throws: SessionSnapshot.Refusal.unlike("its controllers keep more")) {
      try carried(from: plan, to: next, isOnlyBeginning: false, body)
    }
  }

  @Test func `another program may start a timer on another line`() throws {
    enum First {
      final class Ticking: Controller {
        override func viewDidLoad() { after(.seconds(1), file: "App/Ticking.swift", line: 10) {} }
      }
    }
    enum Second {
      final class Ticking: Controller {
        var isOver = false
        override func viewDidLoad() {
          after(.seconds(1), file: "App/Ticking.swift", line: 11) { [unowned self] in isOver = true }
        }
      }
    }
    enum Third {
      final class Ticking: Controller {}
    }
    func plan(_ make: @escaping @Sendable () -> Controller) -> Session {
      Session(screens: Routes { Path("/") ~> { make() } })
    }
    let stage = try carried(from: { plan { First.Ticking() } }, to: { plan { Second.Ticking() } }) { _ in }
    let timer = try #require(stage.timers.inOrder.first)
    stage.stream.send(SessionEvent.timerFired(timer.number))
    #expect((stage.controllers.first as? Second.Ticking)?.isOver == true)
    stage.end()
    let refusal = SessionSnapshot.Refusal.unlike("a timer of App/Ticking.swift isn't started with the screen")
    #expect(throws: refusal) {
      try carried(from: { plan { First.Ticking() } }, to: { plan { Third.Ticking() } }) { _ in }
    }
  }

  /// Starts timers that run equally long, on lines of one file.
  private final class Waiting: Controller {
    private let lines: [Int]
    private(set) var waits: [ScreenTimer?] = []
    /// Which of them have run down.
    private(set) var over: [Int] = []
    init(_ lines: [Int]) { self.lines = lines }

    override func viewDidLoad() {
      for (place, line) in lines.enumerated() {
        waits.append(after(.seconds(1), file: "App/Waiting.swift", line: line) { [unowned self] in over.append(place) })
      }
    }
  }

  /// Which timers run down in another program that starts them on other lines, where some had been ended before.
  private func runDown(from lines: [Int], but ended: [Int] = [], to others: [Int]) throws -> [Int] {
    func plan(_ lines: [Int]) -> Session { Session(screens: Routes { Path("/") ~> { Waiting(lines) } }) }
    let stage = try carried(from: { plan(lines) }, to: { plan(others) }) { stage in
      let waiting = try #require(stage.controllers.first as? Waiting)
      for place in ended { waiting.waits[place]?.cancel() }
    }
    defer { stage.end() }
    for timer in stage.timers.inOrder { stage.stream.send(SessionEvent.timerFired(timer.number)) }
    return (stage.controllers.first as? Waiting)?.over ?? []
  }

  /// Whichever was started first ran down, and the others never did.
  @Test func `a timer is no other of its file in another program`() throws {
    #expect(try runDown(from: [10, 20], but: [0], to: [10, 20]) == [1])
    #expect(try runDown(from: [10, 20], to: [10, 20]) == [0, 1])
    #expect(try runDown(from: [10, 20], but: [1], to: [11]) == [0])
    #expect(try runDown(from: [10, 10], to: [11, 11]) == [0, 1])
    let refusal = SessionSnapshot.Refusal.unlike("nothing tells which timer of App/Waiting.swift is which")
    #expect(throws: refusal) { try runDown(from: [10, 20], but: [0], to: [11, 21]) }
    // The second stands where the first stood.
    #expect(throws: refusal) { try runDown(from: [10, 20], to: [20, 30]) }
  }

  private final class Door: Controller {
    let isMember: SessionValue<Bool>
    init(_ isMember: SessionValue<Bool>) { self.isMember = isMember }
  }

  @Test func `a page of tabs comes back with all that were opened, and the one that is shown`() throws {
    let plan = {
      Session(
        screens: Routes {
          Path("/") ~> { TabsController("Day", ["a", "b", "c"].map { name in .init(name) { Page(name) } }) }
        })
    }
    let (live, other) = try returned(plan) { stage in
      let tabs = try #require(stage.controllers.first as? TabsController)
      for number in [2, 0, 1] { tabs.choose(number) }
      let page = try #require(stage.controllers.compactMap { $0 as? Page }.last)
      try act(stage, page.note, .change, .text("typed"))
      tabs.choose(2)
    }
    let tabs = try #require(other.controllers.first as? TabsController)
    #expect(tabs.chosen == 2)
    #expect(other.controllers.compactMap { ($0 as? Page)?.title } == ["a", "c", "b"])
    #expect(other.controllers.compactMap { ($0 as? Page)?.note.text } == ["", "", "typed"])
    live.end()
    other.end()
  }

  private final class Page: Controller {
    private let name: String
    let note = TextInput.line("Note")
    init(_ name: String) { self.name = name }
    override var title: String { name }
    override func loadView() -> View { note }
  }

  @Test func `a large table comes back with the rows that were looked at`() throws {
    let plan = { Session(screens: Routes { Path("/") ~> { Numbers() } }) }
    let (live, other) = try returned(plan) { stage in
      let numbers = try #require(stage.controllers.first as? Numbers)
      try act(stage, numbers.table, .look, .range(500..<560))
      try act(stage, numbers.table, .look, .range(520..<580))
    }
    let mine = try #require(live.controllers.first as? Numbers)
    let its = try #require(other.controllers.first as? Numbers)
    #expect(its.table.window == 520..<580)
    #expect(its.table.keys == mine.table.keys)
    live.end()
    other.end()
  }

  @Test(arguments: [(0, true), (999, true), (-1, false), (Int.max, false)])
  func `a large table's place is within reason, whoever has written it`(jump: Int, isSound: Bool) {
    let window = KeptByView.Window(rows: 0..<50, jump: jump, jumps: 1)
    #expect(KeptByView.Rows(keys: [1], lastKey: 1, shown: [:], window: window).isSound(upTo: 1 << 40) == isSound)
  }

  private final class Numbers: Controller {
    let table = LargeTable("Numbers", count: 1000, cell: NumberCell()) { $0 }
    override func loadView() -> View { table }
  }

  private final class NumberCell: TableCell, ViewType {
    private let number = Label()
    override init() {
      super.init()
      add(number)
    }
    func take(_ row: Int) { number.text = "\(row)" }
  }
}
