internal import EventLog
public import WebServer

extension LiveTest {
  /// Plays what every page has recorded so far, and compares each of its screens.
  ///
  /// ```swift
  /// #expect(try await app.verifyReplays() > 0)
  /// ```
  ///
  /// - Returns: How many screens were compared.
  /// - Throws: ``HandlerFailures`` if there are ``failures``; `SessionPlayer.Difference` at the first screen that comes out otherwise, with
  ///   both; and what the log throws.
  @discardableResult
  public func verifyReplays() async throws -> Int {
    await settle()
    try checkFailures()
    guard let log else { return 0 }
    try await log.flush()
    var compared = 0
    for name in await pages.recorded { compared += try await LiveTest.play(.read(name, from: log), in: app) }
    return compared
  }

  /// Plays a recorded session in an app, and compares each of its recorded screens: a regression test in one line. Then
  /// once more from a snapshot at each turn that allows one: what controllers keep as `@SessionState` must be enough.
  ///
  /// ```swift
  /// try await LiveTest.verify(.file("Recordings/undo.jsonl"), in: TodostreamApp(database: try .inMemory()))
  /// ```
  ///
  /// - Returns: How many screens were compared.
  /// - Throws: `SessionPlayer.Difference` at the first that comes out otherwise; ``ReplayProblem`` if none was recorded, or an act finds
  ///   nothing to be done to; and what its events throw when decoded.
  @discardableResult
  public static func verify(_ recording: SessionRecording, in app: any LiveApp) async throws -> Int {
    let compared = try await play(recording, in: app)
    if compared == 0 { throw ReplayProblem.nothingToCompare }
    return compared
  }

  private static func play(_ recording: SessionRecording, in app: any LiveApp) async throws -> Int {
    let player = SessionPlayer(app, recording)
    defer { Task { await player.end() } }
    let compared = try await player.verify()
    let lost = await player.allLostActs
    if lost > 0 { throw ReplayProblem.lostActs(lost) }
    try await player.verifySnapshots()
    return compared
  }
}
