import EventMacros
import EventStream
import GhostBinding
import Testing
import ViewKit

@testable import WebServer

/// What a user does quickly arrives before what he did first is answered: a row may be away meanwhile that he sees all the time.
@Suite(.timeLimit(.minutes(1))) struct AwayRowsTests {
  @Event(reach: .app)
  enum ListEvent {
    @Answered(by: \.back) case requestBack(Int)
    case back(Result<Bool, ListFailure>)
  }

  struct ListFailure: AnswerFailure {
    init(_ error: any Error) {}
  }

  /// Answers after so many milliseconds.
  private struct Slow: Server {
    var observers: some Observers {
      Answer(\ListEvent.requestBack) { milliseconds in
        try await Task.sleep(for: .milliseconds(milliseconds))
        return true
      }
    }
  }

  struct Thing: ModelType, Identifiable, Equatable {
    let id: String
  }

  final class ThingCell: TableCell, ViewType {
    let act = Button("Act")
    override init() {
      super.init()
      add(act)
    }
    func take(_ thing: Thing) {}
  }

  private final class Window: Controller {
    let said = Label("nothing")
    let table = Table("Things", cell: ThingCell())

    override func loadView() -> View {
      table.show([Thing(id: "a"), Thing(id: "b")])
      table.onTap(\.act) { [unowned self] in said.text = $0.id }
      let buttons = [0, 100, 60_000].map { milliseconds in
        Button("\(milliseconds)") { [unowned self] in
          table.show([Thing(id: "a")])
          if milliseconds > 0 { send(ListEvent.requestBack(milliseconds)) }
        }
      }
      return Stack.main(said, buttons[0], buttons[1], buttons[2], table)
    }

    override func viewDidLoad() {
      onSuccess(of: \ListEvent.back) { window, _ in window.table.show([Thing(id: "a"), Thing(id: "b")]) }
    }
  }

  /// Presses the button that has the row of `b` go, and at once, it seems to its user, that row's own.
  ///
  /// - Returns: Which row was acted on.
  private func act(after name: String, patience: Duration) async throws -> String {
    let stream = AppStream()
    stream.start(Slow())
    let live = LiveSession(Session(screens: Routes { "/" ~> { Window() } }), app: stream)
    #expect(await live.open("/"))
    let found = await live.withScreen { tree in
      let all = (1...30).compactMap { tree.view($0) }
      return (button: all.first { $0[text: .text] == name }?.id, table: all.first { $0.table != nil }?.id)
    }
    try await live.receive(Intent(.view(try #require(found?.button)), .tap), number: 1)
    let intent = Intent(.row(table: try #require(found?.table), key: 2, part: 1), .tap)
    await live.waitForRow(of: intent, atMost: patience)
    try await live.receive(intent, number: 2)
    let said = await live.withScreen { tree in
      (1...30).compactMap { tree.view($0) }.first { $0.kind == .label }?[text: .text]
    }
    await live.end()
    return try #require(said ?? nil)
  }

  @Test func `an act on a row that an answer brings back waits for that`() async throws {
    #expect(try await act(after: "100", patience: .seconds(60)) == "b")
  }

  @Test func `an act on a row that nothing can bring back doesn't wait`() async throws {
    await #expect(throws: IntentRefusal.notOnScreen) { try await act(after: "0", patience: .seconds(60)) }
  }

  @Test func `an act on a row that doesn't come back waits no longer than it may`() async throws {
    await #expect(throws: IntentRefusal.notOnScreen) { try await act(after: "60000", patience: .milliseconds(50)) }
  }
}
