import Ghostlight
import GhostlightTesting
import Testing

@Event(reach: .app)
private enum JobEvent {
  @Answered(by: \.done) case requestDone(Int)
  @Answered(by: \.lost) case requestLost
  case tick
  case done(Result<Int, JobFailure>)
  case lost(Result<Int, JobFailure>)
}

private struct JobFailure: AnswerFailure, Equatable {
  init(_ error: any Error) {}
}

/// What goes wrong in an app fails its tests.
@Suite(.timeLimit(.minutes(1))) struct FailureTests {
  private struct Broken: Error {}

  private struct JobServer: Server {
    var observers: some Observers {
      Do(\JobEvent.tick) { throw Broken() }
      Answer(\JobEvent.requestDone) { number in
        if number < 0 { throw Broken() }
        return number
      }
    }
  }

  private final class Page: Controller {
    private let said = Label("nothing")

    override func loadView() -> View {
      Stack.main(
        said, Button("Tick") { [unowned self] in send(JobEvent.tick) },
        Button("Fail") { [unowned self] in send(JobEvent.requestDone(-1)) },
        Button("Do") { [unowned self] in send(JobEvent.requestDone(7)) },
        Button("Lose") { [unowned self] in send(JobEvent.requestLost) })
    }

    override func viewDidLoad() {
      onAnswer(to: \JobEvent.requestDone, failed: { page, _ in page.said.text = "failed" }) { $0.said.text = "\($1)" }
      onAnswer(to: \JobEvent.requestLost, failed: { _, _ in }) { _, _ in }
    }
  }

  private struct SessionServer: Server {
    var observers: some Observers {
      Do(\JobEvent.tick) { throw Broken() }
    }
  }

  private struct App: LiveApp {
    let name = "Jobs"
    var servers: [any Server] { JobServer() }
    func session(for visitor: Visitor) -> Session {
      Session(SessionServer(), screens: Routes { "/" ~> { Page() } })
    }
  }

  @Test func `a handler that throws where nobody has asked is reported at the end`() async throws {
    let app = LiveTest(App())
    let page = try await app.open()
    try await page.button("Tick").click()
    #expect(app.failures.map(\.event) == ["JobEvent.tick", "JobEvent.tick"], "the app's and the session's")
    #expect(app.failures.allSatisfy { $0.error is Broken })
    await #expect(throws: HandlerFailures.self) { try await app.verifyReplays() }
    await #expect(throws: HandlerFailures.self) { try await app.end() }
  }

  @Test func `failures that a test expects aren't reported once it has taken them`() async throws {
    let app = LiveTest(App())
    let page = try await app.open()
    try await page.button("Tick").click()
    #expect(app.takeFailures().count == 2)
    try await app.verifyReplays()
    try await app.end()
  }

  @Test func `a request that fails is told to whoever has asked, and reported nowhere`() async throws {
    let app = LiveTest(App())
    let page = try await app.open()
    try await page.button("Fail").click()
    #expect(await page.texts.contains("failed"))
    #expect(app.failures.isEmpty)
    try await app.end()
  }

  @Test func `a request that nobody answers fails the test with its case, and is waited for once`() async throws {
    let app = LiveTest(App(), patience: .milliseconds(200))
    let page = try await app.open()
    try await withKnownIssue {
      try await page.button("Lose").click()
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("asks for: JobEvent.requestLost") }
    }
    let begin = ContinuousClock.now
    for _ in 0..<10 { #expect(await page.texts.contains("nothing")) }
    #expect(.now - begin < .seconds(1))
    try await page.button("Do").click()
    #expect(await page.texts.contains("7"), "what is answered is still waited for")
    try await app.end()
  }

  @Test func `a page that is closed shows nothing, and says so`() async throws {
    let app = LiveTest(App())
    let page = try await app.open()
    await page.close()
    @Sendable func isTold(_ issue: Issue) -> Bool {
      issue.comments.contains { $0.rawValue.contains("the page is closed") }
    }
    await withKnownIssue {
      #expect(await page.button("Tick").isVisible == false)
    } matching: {
      isTold($0)
    }
    await withKnownIssue {
      #expect(await page.texts == [])
    } matching: {
      isTold($0)
    }
    await withKnownIssue {
      #expect(await page.unnamedElements() == [])
    } matching: {
      isTold($0)
    }
    await #expect(throws: PageError.closed) { try await page.button("Tick").click() }
    await #expect(throws: PageError.closed) { try await page.visit("/") }
    try await app.end()
  }
}
