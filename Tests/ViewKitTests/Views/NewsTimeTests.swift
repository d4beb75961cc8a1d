import EventStream
import Testing

@testable import ViewKit

/// News go by themselves, also those of a dialog that has closed.
@Suite struct NewsTimeTests {
  private final class Below: Controller {
    let toasts = Toasts(), status = Status()
    override func loadView() -> View { Stack.main(toasts, status) }
  }

  private final class Saving: Controller {
    private let below: Below
    init(_ below: Below) { self.below = below }
    override func loadView() -> View {
      Stack.column(
        Button("Save") { [unowned self] in
          below.toasts.show("Saved.", .success, by: self)
          below.status.show("Saved.", for: .seconds(6), by: self)
          dismiss()
        })
    }
  }

  @Test func `they wait in the time of the screen`() throws {
    let stage = Stage(
      Session(screens: Routes { Path("/") ~> { Below() } }), SessionOpening(path: "/", seed: 7), app: AppStream(),
      onFailure: nil,
      sleep: { _ in try await Task.sleep(for: .seconds(60)) })
    _ = stage.open(SessionOpening(path: "/", seed: 7))
    let below = try #require(stage.controllers.first as? Below)
    stage.perform { below.present(Saving(below)) }
    stage.endTurn()
    let save = try #require(
      stage.allViews.first { $0.kind == .button && $0.name == "Save" || $0[text: .text] == "Save" })
    try stage.receive(Intent(.view(save.id), .tap, .none), number: 1)
    stage.endTurn()
    #expect(below.toasts.children.count == 1)
    #expect(stage.timers.inOrder.count == 2)
    stage.end()
  }
}
