import EventStream
import Testing

@testable import ViewKit

/// What is offered for a while, and pressed by who sees it still.
@Suite struct StatusTests {
  private final class Offering: Controller {
    @SessionState var undone = 0
    let status = Status()
    let box = Stack.column()

    override func loadView() -> View {
      let offer = Button("Offer") { [unowned self] in
        status.show("Deleted", button: "Undo", for: .seconds(6), by: self) { [unowned self] in undone += 1 }
      }
      box.add(status)
      return Stack.main(offer, Button("Tell") { [unowned self] in status.tell("3 found") }, box)
    }
  }

  private static func plan() -> Session { Session(screens: Routes { Path("/") ~> { Offering() } }) }

  private let stage: Stage
  private let screen: Offering
  private let undo: Button

  init() throws {
    stage = Stage(
      Self.plan(), SessionOpening(path: "/", seed: 7), app: AppStream(), onFailure: nil,
      sleep: { _ in try await Task.sleep(for: .seconds(60)) })
    _ = stage.open(SessionOpening(path: "/", seed: 7))
    screen = try #require(stage.controllers.first as? Offering)
    undo = try #require(screen.status.children.last as? Button)
    settle()
  }

  private func settle() {
    stage.endTurn()
    stage.tree.forgetChanges()
  }

  private func press(_ view: View) throws(IntentRefusal) {
    try stage.receive(Intent(.view(view.id), .tap), number: 1)
    settle()
  }

  private func press(_ name: String) throws {
    let button = stage.allViews.first { $0.kind == .button && $0[text: .text] == name }
    try press(try #require(button))
  }

  /// The offer's time is up.
  private func expire() {
    stage.timers.fire(stage.timers.last)
    settle()
  }

  @Test func `what is pressed where it is seen still is done, once`() throws {
    try press("Offer")
    expire()
    #expect(undo.isHidden)
    #expect(stage.tree.allows(Intent(.view(undo.id), .tap)))
    try press(undo)
    #expect(screen.undone == 1)
    #expect(!stage.tree.allows(Intent(.view(undo.id), .tap)))
    #expect(throws: IntentRefusal.notReachable) { try press(undo) }
    // As it is in time.
    try press("Offer")
    try press(undo)
    #expect(screen.undone == 2)
    #expect(throws: IntentRefusal.notReachable) { try press(undo) }
  }

  @Test func `it isn't done any more when something else is said, or nothing around it can be used`() throws {
    try press("Offer")
    expire()
    try press("Tell")
    #expect(throws: IntentRefusal.notReachable) { try press(undo) }
    try press("Offer")
    expire()
    screen.box.isHidden = true
    #expect(throws: IntentRefusal.notReachable) { try press(undo) }
    screen.box.isHidden = false
    #expect(throws: IntentRefusal.notReachable) {
      try stage.receive(Intent(.view(undo.id), .change, .flag(true)), number: 1)
    }
    #expect(screen.undone == 0)
  }

  /// It was an act on a screen that hadn't the button, and the session wasn't brought back.
  @Test func `it is found in another program's screen, which may number its views otherwise`() throws {
    try press("Offer")
    expire()
    let mark = try #require(stage.tree.mark(of: .view(undo.id)))
    for number in [90_000, screen.box.id] {
      let target = IntentTarget.view(number)
      #expect(stage.tree.target(like: target, marked: mark, for: .tap) == .view(undo.id))
      #expect(stage.tree.target(like: target, marked: mark, for: .change) == nil)
    }
    // One that is in sight and called the same is rather meant.
    let other = Button("Undo") {}
    screen.box.add(other)
    #expect(stage.tree.target(like: .view(90_000), marked: mark, for: .tap) == .view(other.id))
  }

  @Test func `a session can be kept meanwhile`() throws {
    try press("Offer")
    expire()
    let opening = SessionOpening(path: "/", seed: 7)
    _ = try stage.snapshot(opening, of: Self.plan(), anew: Self.plan(), JSONCoding())
  }
}
