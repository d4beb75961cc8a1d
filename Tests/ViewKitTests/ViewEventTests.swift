import EventStream
import GhostBinding
import Testing

@testable import ViewKit

/// What happens on the screen is on the stream, as values.
@Suite struct ViewEventTests {
  /// Keeps what it hears; an observer that counts instead of keeping would do for the cost.
  final class Heard: @unchecked Sendable {
    // Safe because only the one session of a test uses it, and the test when that is done.
    var all: [ViewEvent] = []
  }

  struct Ear: Server {
    let heard: Heard
    var observers: some Observers {
      Do(\ViewEvent.appeared) { heard.all.append(.appeared($0)) }
      Do(\ViewEvent.disappeared) { heard.all.append(.disappeared($0)) }
      Do(\ViewEvent.tapped) { heard.all.append(.tapped($0)) }
      Do(\ViewEvent.changed) { heard.all.append(.changed($0)) }
      Do(\ViewEvent.submitted) { heard.all.append(.submitted($0)) }
    }
  }

  struct Item: Identifiable, Equatable, ModelType { let id: Int }

  final class ItemCell: TableCell, ViewType {
    let open = Button("Open")
    override init() {
      super.init()
      add(open)
    }
    func take(_ item: Item) { open.name = "Open \(item.id)" }
  }

  final class FormScreen: Controller {
    let name = TextInput.line("Name"), secret = TextInput.line("Secret"), box = Checkbox("Agree")
    let table = Table("Items", cell: ItemCell())

    override func loadView() -> View {
      box.onChange = { _ in }
      secret.isPrivate = true
      name.onSubmit = { _ in }
      table.onTap(\.open) { _ in }
      table.show([Item(id: 7)])
      return Stack.main(name, secret, box, Button("Save") {}, Button("Off"), table)
    }
  }

  let heard = Heard()

  func session(_ servers: any Server...) -> LiveSession {
    let routes = Routes {
      "/form" ~> { FormScreen() }
      "/" ~> { Controller() }
    }
    return servers.isEmpty
      ? LiveSession(Session(screens: routes), app: AppStream())
      : LiveSession(Session(Ear(heard: heard), screens: routes), app: AppStream())
  }

  func act(_ kind: String, _ name: String, _ value: String? = nil) -> ViewAct {
    ViewAct(place: ViewPlace(controller: "FormScreen", path: "/form"), kind: kind, name: name, value: value)
  }

  func number(_ session: LiveSession, _ name: String) async throws -> Int {
    try #require(await session.withScreen { $0.all { $0.name == name || $0[text: .text] == name }.first } ?? nil)
  }

  @Test func `what a user does is told, without what is private`() async throws {
    let session = session(Ear(heard: heard))
    #expect(await session.open("/form?a=b"))
    #expect(heard.all == [.appeared(ViewPlace(controller: "FormScreen", path: "/form"))])
    heard.all = []
    try await session.receive(Intent(.view(number(session, "Name")), .change, .text("Ann")))
    try await session.receive(Intent(.view(number(session, "Secret")), .change, .text("sesame")))
    try await session.receive(Intent(.view(number(session, "Agree")), .change, .flag(true)))
    try await session.receive(Intent(.view(number(session, "Name")), .submit, .text("Ann")))
    try await session.receive(Intent(.view(number(session, "Save")), .tap))
    try await session.receive(Intent(.row(table: number(session, "Items"), key: 1, part: 1), .tap))
    #expect(
      heard.all == [
        .changed(act("textField", "Name", "Ann")), .changed(act("textField", "Secret")),
        .changed(act("checkbox", "Agree", "true")), .submitted(act("textField", "Name", "Ann")),
        .tapped(act("button", "Save")), .tapped(act("button", "Open 7")),
      ])
    heard.all = []
    #expect(await session.visit(SessionVisit(path: "/", isBack: true)))
    #expect(
      heard.all == [
        .disappeared(ViewPlace(controller: "FormScreen", path: "/")),
        .appeared(ViewPlace(controller: "Controller", path: "/")),
      ])
  }

  @Test func `what the screen doesn't allow isn't told`() async throws {
    let session = session(Ear(heard: heard))
    #expect(await session.open("/form"))
    heard.all = []
    let off = try await number(session, "Off")
    await #expect(throws: IntentRefusal.notAllowed) { try await session.receive(Intent(.view(off), .tap)) }
    await #expect(throws: IntentRefusal.notOnScreen) { try await session.receive(Intent(.view(4711), .tap)) }
    #expect(heard.all == [])
  }

  @Test func `nothing is made that nobody observes`() async throws {
    let app = AppStream()
    let stream = SessionStream(app: app)
    #expect(!stream.isObserved(\ViewEvent.tapped))
    let subscription = stream.observe(\ViewEvent.tapped) { _, _ in }
    #expect(stream.isObserved(\ViewEvent.tapped))
    #expect(!stream.isObserved(\ViewEvent.changed))
    subscription.cancel()
    #expect(!stream.isObserved(\ViewEvent.tapped))
  }
}
