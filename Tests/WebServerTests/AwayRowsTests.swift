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
      let buttons = [0, 1, 100, 60_000].map { milliseconds in
        Button("\(milliseconds)") { [unowned self] in
          table.show([Thing(id: "a")])
          if milliseconds > 0 { send(ListEvent.requestBack(milliseconds)) }
        }
      }
      return Stack.main(said, Stack.row(buttons[0], buttons[1], buttons[2], buttons[3]), table)
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
    let (buttons, table) = try await find(in: live)
    try await live.receive(Intent(.view(try #require(buttons[name])), .tap), number: 1)
    let intent = Intent(.row(table: table, key: 2, part: 1), .tap)
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

  /// It was two seconds from the first wait on, however short that had been.
  @Test func `what wasn't waited isn't counted`() async throws {
    let stream = AppStream()
    stream.start(Slow())
    let live = LiveSession(Session(screens: Routes { "/" ~> { Window() } }), app: stream)
    #expect(await live.open("/"))
    let (buttons, table) = try await find(in: live)
    let intent = Intent(.row(table: table, key: 2, part: 1), .tap)
    // Something else is unanswered all the time.
    try await live.receive(Intent(.view(try #require(buttons["60000"])), .tap), number: 1)
    for number in [2, 4] {
      try await live.receive(Intent(.view(try #require(buttons["100"])), .tap), number: number)
      await live.waitForRow(of: intent, atMost: .milliseconds(600))
      try await live.receive(intent, number: number + 1)
      try await Task.sleep(for: .milliseconds(800))
    }
    await live.end()
  }

  private func find(in live: LiveSession) async throws -> (buttons: [String: Int], table: Int) {
    let found = await live.withScreen { tree in
      let all = (1...30).compactMap { tree.view($0) }
      let buttons = all.filter { $0.kind == .button }.map { ($0[text: .text], $0.id) }
      return (Dictionary(uniqueKeysWithValues: buttons), all.first { $0.table != nil }?.id)
    }
    let (buttons, table) = try #require(found)
    return (buttons, try #require(table))
  }

  /// A turn could come between the look at what it waits for and the waiting.
  @Test func `a row that comes back is always noticed`() async throws {
    let stream = AppStream()
    stream.start(Slow())
    let live = LiveSession(Session(screens: Routes { "/" ~> { Window() } }), app: stream)
    #expect(await live.open("/"))
    let (buttons, table) = try await find(in: live)
    for round in 0..<300 {
      try await live.receive(Intent(.view(try #require(buttons["1"])), .tap), number: 2 * round + 1)
      let key = await live.withScreen { $0.view(table)?.table?.keys.count == 1 } == true ? round + 2 : nil
      guard let key else { continue }
      let began = ContinuousClock.now
      await live.waitForRow(of: Intent(.row(table: table, key: key, part: 1), .tap), atMost: .seconds(20))
      #expect(.now - began < .seconds(5))
      await live.settle(atMost: .seconds(5))
    }
    await live.end()
  }

  @Test func `an act on a row that doesn't come back waits no longer than it may`() async throws {
    await #expect(throws: IntentRefusal.notOnScreen) { try await act(after: "60000", patience: .milliseconds(50)) }
  }
}
