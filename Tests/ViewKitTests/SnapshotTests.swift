import EventStream
import Foundation
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

  private struct JSON: SnapshotCoding {
    func encode<Value: Encodable>(_ value: Value) throws -> [UInt8] { Array(try JSONEncoder().encode(value)) }
    func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
      try JSONDecoder().decode(type, from: Data(bytes))
    }
  }

  private static func plan() -> Session {
    Session(
      screens: Routes {
        Path("/") ~> { Basket() }
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
    try stage.snapshot(SessionOpening(path: "/", seed: 7), of: Self.plan(), anew: Self.plan(), JSON())
  }

  private func restored(_ snapshot: SessionSnapshot) throws -> Stage {
    let written = try JSONDecoder().decode(SessionSnapshot.self, from: try JSONEncoder().encode(snapshot))
    return try Stage.restored(
      written, Self.plan(), app: AppStream(), onFailure: nil, sleep: { _ in }, JSON())
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

  @Test func `a property that isn't marked and has changed is told by name, and there is no snapshot`() throws {
    let live = stage()
    try basket(live).forgotten = 1
    #expect(throws: SessionSnapshot.Refusal.unlike("Basket.forgotten isn't the same: mark it @SessionState")) {
      try snapshot(live)
    }
    live.end()
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
    live.end()
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

  @Test func `a program whose screen is built otherwise refuses the snapshot`() throws {
    let live = stage()
    let snapshot = try snapshot(live)
    let changed = Session(screens: Routes { Path("/") ~> { Details() } })
    #expect(throws: SessionSnapshot.Refusal.self) {
      try Stage.restored(snapshot, changed, app: AppStream(), onFailure: nil, sleep: { _ in }, JSON())
    }
    live.end()
  }

  @Test func `a session with a server that holds something of its own has no snapshot`() throws {
    let live = stage()
    #expect(throws: SessionSnapshot.Refusal.self) {
      try live.snapshot(
        SessionOpening(path: "/"), of: Session(Counting(), screens: Routes {}),
        anew: Session(Counting(), screens: Routes {}), JSON())
    }
    live.end()
  }

  private struct Counting: Server {
    final class Count: Sendable {}
    let count = Count()
    var observers: some Observers { On(\SessionEvent.timerFired) { number in SessionEvent.timerFired(number) } }
  }
}
