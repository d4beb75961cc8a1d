public import EventStream
internal import ViewKit
public import WebServer

/// An app under test: its servers and any number of pages, without a network or a browser.
///
/// ```swift
/// let app = LiveTest(TodostreamApp(database: try .inMemory()))
/// let (ann, bo) = (try await app.open("/"), try await app.open("/"))
/// try await ann.textbox("New todo").type("milk\n")
/// try await ann.checkbox("milk").click()
/// #expect(try await bo.checkbox("milk").isChecked)
/// ```
///
/// Every question waits first until all that was asked has been answered and delivered, so a test neither sleeps nor
/// polls. Time stands still until ``advance(by:)``: timers of screens wait for it, and servers that let time pass by
/// `Steps.wait(for:)`. A page whose request waits for time is shown as it is meanwhile.
public final class LiveTest: Sendable {
  /// The app's stream, to send on and to observe.
  public let stream: AppStream
  private let app: any LiveApp
  private let clock = ManualClock(EventClock.coarse.now)
  private let pages = PageList()

  /// Starts an app.
  public init(_ app: some LiveApp) {
    self.app = app
    stream = AppStream(clock: clock.eventClock)
    for server in app.servers { stream.start(server) }
  }

  /// Opens a page.
  ///
  /// - Parameters:
  ///   - path: Where.
  ///   - languages: What the visitor reads, the best first.
  /// - Throws: ``PageError/nothingThere(path:)`` if no route leads there.
  public func open(_ path: String = "/", languages: [String] = ["en"]) async throws -> TestPage {
    let session = LiveSession(
      session(for: languages), app: stream,
      sleep: { [clock] in try await clock.wait(for: $0) })
    guard await session.open(path) else { throw PageError.nothingThere(path: path) }
    await pages.add(session)
    await settle()
    return TestPage(session: session, test: self)
  }

  /// Moves the time of all screens and servers on, and lets what that causes happen.
  public func advance(by duration: Duration) async {
    // A timer that was started just now may not wait yet, and one that is over has still to be heard.
    for _ in 0..<50 { await Task.yield() }
    clock.advance(by: duration)
    for _ in 0..<50 { await Task.yield() }
    await settle()
  }

  /// Waits until every request is answered and every event delivered; but for requests whose answers wait for time to pass.
  public func settle() async {
    // Each round may cause another; an app that goes on for ever by itself must not hang its tests.
    for _ in 0..<100 {
      await stream.settle()
      var isQuiet = true
      for session in await pages.all {
        await settle(session)
        if await session.takeIn() { isQuiet = false }
      }
      if isQuiet { return }
    }
  }

  private func settle(_ session: LiveSession) async {
    let watch = Task { [clock] in
      while !Task.isCancelled {
        if clock.isAwaited { await session.stopSettling() }
        try await Task.sleep(for: .milliseconds(1))
      }
    }
    await session.settle()
    watch.cancel()
  }

  /// Closes every page and ends the app's servers.
  public func end() async {
    for session in await pages.all { await session.end() }
    stream.end()
  }

  func session(for languages: [String]) -> Session { app.session(for: Visitor(languages: languages)) }

  func close(_ session: LiveSession) async {
    await pages.remove(session)
    await session.end()
  }
}

/// The pages that are open.
private actor PageList {
  private(set) var all: [LiveSession] = []
  func add(_ session: LiveSession) { all.append(session) }
  func remove(_ session: LiveSession) { all.removeAll { $0 === session } }
}
