import Ghostlight
import GhostlightTesting
import Testing

@Event(reach: .app)
private enum WordEvent {
  @Answered(by: \.list) case requestList
  @Answered(by: \.added) case requestAdd(String)
  @Answered(by: \.count) case requestCount
  case list(Result<[String], NoWords>)
  @News case added(Result<String, NoWords>)
  case count(Result<Int, NoWords>)
}

private struct NoWords: AnswerFailure, Equatable {
  init(_ error: any Error) {}
}

/// Screens that hear the same event, and ask because of it: in a session that is brought back the requests must have the same numbers.
@Suite struct ObservationOrderTests {
  private actor Words {
    var all: [String] = []
    func add(_ word: String) -> String {
      all.append(word)
      return word
    }
  }

  private struct WordServer: Server {
    let words = Words()
    var observers: some Observers {
      Answer(\WordEvent.requestList, atMost: 1) { [words] in await words.all }
      Answer(\WordEvent.requestAdd, atMost: 1) { [words] in await words.add($0) }
      Answer(\WordEvent.requestCount, atMost: 1) { [words] in await words.all.count }
    }
  }

  private final class ListScreen: Controller {
    let text = Label()
    @SessionState private var shown = ""
    override func loadView() -> View { Stack.main(Heading("Words"), text, Link("Add", to: "/add")) }
    override func viewDidLoad() {
      onSuccess(of: \WordEvent.added) { screen, _ in screen.send(WordEvent.requestList) }
      onAnswer(to: \WordEvent.requestList, latestOnly: true, failed: { _, _ in }) {
        $0.show($1.joined(separator: ", "))
      }
      onAnswer(to: \WordEvent.requestCount, failed: { _, _ in }) { _, _ in }
    }
    override func didRestoreState() { text.text = shown }
    override func viewWillAppear() {
      send(WordEvent.requestList)
      send(WordEvent.requestCount)
    }
    private func show(_ words: String) {
      shown = words
      text.text = words
    }
  }

  private final class AddScreen: Controller {
    let button = Button("Add it")
    override func loadView() -> View { Stack.main(Heading("Add"), button) }
    override func viewDidLoad() {
      onAnswer(to: \WordEvent.requestAdd, failed: { _, _ in }) { screen, _ in screen.pop() }
      button.onTap = { [unowned self] in send(WordEvent.requestAdd("tea")) }
    }
  }

  private struct App: LiveApp {
    let name = "Words"
    let server = WordServer()
    var servers: [any Server] { server }
    func session(for visitor: Visitor) -> Session {
      Session(
        screens: Routes {
          "/" ~> { ListScreen() }
          "/add" ~> { AddScreen() }
        })
    }
  }

  @Test func `screens under others hear events before them, in a session of a snapshot too`() async throws {
    let app = LiveTest(App())
    let page = try await app.open("/")
    for _ in 0..<2 {
      try await page.link("Add").click()
      try await page.button("Add it").click()
    }
    #expect(await page.texts.contains("tea, tea"))
    try await app.verifyReplays()
  }

  /// What lies under it is loaded behind it then, whenever somebody goes there.
  @Test func `a screen that is opened by its address hears them first`() async throws {
    let app = LiveTest(App())
    let page = try await app.open("/add")
    for _ in 0..<2 {
      try await page.button("Add it").click()
      try await page.link("Add").click()
    }
    #expect(await page.heading("Add").isVisible)
    try await app.verifyReplays()
  }
}
