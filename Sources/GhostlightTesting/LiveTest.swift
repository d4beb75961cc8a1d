public import EventLog
public import EventStream
internal import Synchronization
internal import Testing
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
/// **Every page is the same visitor's**, as two tabs of one browser are, unless ``open(_:by:languages:)`` says by whom it is opened.
/// Where it matters who does something, say so: `app.open("/", by: "ann")`.
///
/// Every question waits first until all that was asked has been answered and delivered, so a test neither sleeps nor
/// polls. Time stands still until ``advance(by:)``: timers of screens wait for it, and servers that let time pass by
/// `Steps.wait(for:)`. A page whose request waits for time is shown as it is meanwhile.
///
/// A handler that throws where nobody has asked for anything is among ``failures``, which ``verifyReplays()`` and ``end()`` report.
///
/// A page that is closed, or ended with ``end()``, lets go of all its views, or the test fails with what is still held: by a closure, as a
/// rule, that a view keeps, and that uses that view. A server would keep them for as long as it runs.
///
/// Every page is recorded, with its screen after each turn that changes it: ``verifyReplays()`` plays what was recorded and compares.
public final class LiveTest: Sendable {
  /// The app's stream, to send on and to observe.
  public let stream: AppStream
  let app: any LiveApp
  private let clock = ManualClock(EventClock.coarse.now)
  let pages = PageList()
  private let failed = FailureList()
  let patience: Duration
  /// Where everything is recorded: the pages as the sessions `page 1`, `page 2` and so on, behind those that it has already.
  public let log: (any EventLog)?

  /// Told of every app that is started in the task, so that something can be done with each at the end of a test.
  @TaskLocal public static var didStart: (@Sendable (LiveTest) -> Void)?

  /// Starts an app.
  ///
  /// - Parameters:
  ///   - log: Where everything is recorded; in memory unless given.
  ///   - patience: How long a page's requests may wait for their answers, by the real clock. Then the test fails with what they are, and
  ///     goes on without them. So long a view may be held, too, when its page is closed.
  public init(
    _ app: some LiveApp, log: (any EventLog)? = try? MemoryLog(), patience: Duration = .seconds(10)
  ) {
    self.app = app
    self.log = log
    self.patience = patience
    stream = AppStream(clock: clock.eventClock, onFailure: failed.handler)
    if let log { stream.add(LogTap(log)) }
    for server in app.servers { stream.start(server) }
    Self.didStart?(self)
  }

  /// Opens a page: another tab of the same visitor's, unless `by:` says whose it is.
  ///
  /// - Parameters:
  ///   - path: Where.
  ///   - visitor: Who opens it, as `Visitor.id`. Pages that don't say are all one visitor's, and what is `Addressed` to it reaches them all.
  ///   - languages: What the visitor reads, the best first.
  /// - Throws: ``PageError/nothingThere(path:)`` if no route leads there.
  public func open(_ path: String = "/", by visitor: String = "visitor", languages: [String] = ["en"]) async throws
    -> TestPage
  {
    let visitor = Visitor(id: visitor, languages: languages)
    let name = try await nextName()
    let recorder = log.map { LogRecorder($0, .session(name), screenInterval: 1, keepsScreens: true) }
    var makeRecorder: (@Sendable () -> any SessionRecorder)?
    if let recorder { makeRecorder = { recorder } }
    let session = LiveSession(
      app.makeSession(for: visitor), app: stream, onFailure: failed.handler,
      sleep: { [clock] in try await clock.runTimer(for: $0) },
      recorder: makeRecorder)
    let opening = SessionOpening(path: path, visitor: visitor), seen = SeenViews()
    let isOpen = await session.open(opening) { _ in ScreenNoter(recorder, seen) }
    guard isOpen else {
      await session.end()
      throw PageError.nothingThere(path: path)
    }
    await pages.add(session, seen, recordedAs: name)
    await settle()
    return TestPage(session: session, visitor: visitor, test: self)
  }

  /// What the next page is recorded as: another test may have recorded pages in the same log.
  private func nextName() async throws -> String {
    while true {
      let name = "page \(pages.nextNumber())"
      guard let log else { return name }
      try await log.flush()
      if try await log.session(name) == nil { return name }
    }
  }

  /// Moves the time of all screens and servers on, and lets what that causes happen.
  ///
  /// Everything happens at its own time, one moment after the other: a timer of a second that is started again whenever it has run
  /// down does so five times in five seconds.
  public func advance(by duration: Duration) async {
    let end = clock.now.advanced(by: duration)
    for step in 1... {
      await timersWait()
      // An app that never rests must not hang its tests: what is left of the time passes at once, and isn't what was asked for.
      let next = step < Self.mostSteps ? min(clock.nextDue ?? end, end) : end
      if step == Self.mostSteps, let due = clock.nextDue, due < end {
        Issue.record(
          """
          something happened at \(step) moments already, and \(clock.now.duration(to: end)) of \(duration) are left, which now pass at \
          once: advance by less at a time, or look for a timer that is started again without end
          """)
      }
      clock.advance(by: clock.now.duration(to: next))
      await wait { await runningTimers(dueBy: clock.now) == 0 }
      await settle()
      if next >= end { return }
    }
  }

  /// At how many moments something may happen while time is moved on once.
  private static let mostSteps = 5_000

  /// What was started just now may not wait yet, and what is over has still to be heard. Timers of screens are known by number; of other
  /// tasks nobody knows.
  private func timersWait() async {
    await wait { await runningTimers(dueBy: nil) <= clock.timerCount }
  }

  private func runningTimers(dueBy moment: Timestamp?) async -> Int {
    var count = 0
    for session in await pages.all { count += await session.timers(dueBy: moment) }
    return count
  }

  /// Lets others go on, at least for a while, and until a condition holds; but not for ever.
  private func wait(until condition: () async -> Bool) async {
    for _ in 0..<50 { await Task.yield() }
    for _ in 0..<500 where await !condition() { try? await Task.sleep(for: .milliseconds(1)) }
  }

  /// Waits until every request is answered and every event delivered, whoever has sent it; but for requests whose answers wait for time
  /// to pass. For work of the app's servers that no page waits for, no longer than a second.
  public func settle() async {
    let end = ContinuousClock.now + .seconds(1)
    // Each round may cause another; an app that goes on for ever by itself must not hang its tests.
    for _ in 0..<100 {
      // Before it is looked what has come: work that ends in between sends something that hasn't been seen yet.
      let isAtRest = clock.isAtRest
      await stream.settle()
      var isQuiet = true
      for session in await pages.all {
        await settle(session)
        if await session.takeIn() { isQuiet = false }
      }
      if isQuiet, isAtRest || ContinuousClock.now > end { return }
      if isQuiet { await wait(until: { clock.isAtRest }) }
    }
  }

  private func settle(_ session: LiveSession) async {
    let end = ContinuousClock.now + patience
    let watch = Task { [self] in
      while !Task.isCancelled {
        if clock.isAwaited {
          await session.stopSettling()
        } else if await pages.isGivenUp(session) {
          await session.stopSettling()
        } else if ContinuousClock.now > end {
          await giveUp(session)
        }
        try await Task.sleep(for: .milliseconds(1))
      }
    }
    await session.settle()
    watch.cancel()
  }

  /// Waits no longer for what a page has asked for until now.
  private func giveUp(_ session: LiveSession) async {
    let cases = await pages.giveUp(session)
    if cases.isEmpty { return }
    let path = await session.withScreen { $0.path } ?? ""
    Issue.record(
      "nobody has answered within \(patience) what the page at \(path) asks for: \(cases.joined(separator: ", "))")
  }

  // MARK: Failures

  /// What handlers have thrown where nobody had asked for anything: on the app's stream and on those of the pages. A server that runs
  /// writes it into its log as an error. What fails a request isn't among it, for whoever has asked is told.
  public var failures: [HandlerFailure] { failed.all }

  /// Takes the ``failures`` until now, which aren't reported then: for a test that expects some.
  public func takeFailures() -> [HandlerFailure] { failed.takeAll() }

  func checkFailures() throws {
    let all = failures
    if !all.isEmpty { throw HandlerFailures(all: all) }
  }

  /// Closes every page and ends the app's servers, which may take a moment for their last work.
  ///
  /// - Throws: ``HandlerFailures`` if there are ``failures``, when all has ended.
  public func end() async throws {
    for session in await pages.all { await close(session) }
    await stream.finish(within: .seconds(1))
    try checkFailures()
  }

  func session(for languages: [String]) -> Session { app.makeSession(for: Visitor(languages: languages)) }

  /// Whether browsers get a file there, rather than a screen.
  func hasFile(at path: Path) -> Bool { app.files.contains { $0.address == path.text } }

  func verifySnapshot(of session: LiveSession, for visitor: Visitor) async throws {
    _ = try await session.snapshot(anew: app.makeSession(for: visitor), by: SnapshotJSON())
  }

  func close(_ session: LiveSession) async {
    let path = await session.withScreen { $0.path }, seen = await pages.remove(session)
    await session.end()
    if let path, let seen { await checkLeaks(of: seen, at: path) }
  }
}
