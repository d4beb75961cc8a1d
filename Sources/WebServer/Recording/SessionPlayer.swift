internal import EventStream
public import ViewKit
internal import WebRenderer

/// Plays a recorded session: the same screens, turn by turn, and nothing acts on the world.
///
/// ```swift
/// let recording = try await SessionRecording.read(id, from: log)
/// let player = SessionPlayer(TodostreamApp(database: try .inMemory()), recording)
/// try await player.seek(to: 12)
/// print(await player.screen().html)
/// ```
///
/// Who asks while another is being served waits until that is done, in order.
public actor SessionPlayer {
  /// A screen of a recorded session.
  public struct Screen: Sendable, Equatable {
    /// What the document is called.
    public let title: String
    /// The address that is shown.
    public let path: String
    /// The screen as HTML, without the page around it.
    public let html: String
    /// The number that stands for all of it.
    public let digest: UInt64
  }

  /// The first turn of a recording whose screen comes out otherwise than it was.
  public struct Difference: Error, Sendable, CustomStringConvertible {
    /// The turn, counted from 0.
    public let turn: Int
    /// The place in the log of the event that the turn begins with.
    public let position: UInt64
    /// That event's name.
    public let event: String
    /// The last turn before it whose screen was compared, and was the same; `nil` if there is none.
    public fileprivate(set) var lastSame: Int?
    /// The screen as it was, where it was recorded.
    public let expected: String?
    /// The screen as it comes out.
    public let found: String

    /// Which event, and what differs.
    public var description: String {
      var head = "turn \(turn) shows another screen than it did: it begins with event \(position), \(event)"
      if let lastSame, lastSame < turn - 1 {
        head += "; or one before it does: of those behind turn \(lastSame) no screen was recorded"
      }
      guard let expected else {
        return head
          + "\nThe screen as it was is not recorded: with --log-screens it is. The screen as it comes out:\n\(found)"
      }
      return head + "\n" + ScreenDifference.text(from: expected, to: found)
    }
  }

  /// What is played.
  public nonisolated let recording: SessionRecording
  /// The turn whose screen is shown, counted from 0; -1 before the first.
  public private(set) var turn = -1
  private let app: any LiveApp
  private let isOnlyBeginning: Bool
  private let stream = AppStream()
  private var session: LiveSession
  private var hasBegun = false
  /// Snapshots taken on the way, by their turns, in order: who goes back needn't begin at the beginning.
  private var resting: [(turn: Int, snapshot: SessionSnapshot)] = []
  /// How many turns lie between two of them, at least.
  private var stride = 512
  /// How many turns have been played.
  private(set) var played = 0
  /// How many acts found nothing on the screens before the one that is shown, and on that.
  private var lost = (before: 0, now: 0)
  /// Whether somebody is being served, and those who wait for that: two who played at once would play the same turn, and leave one out.
  private var isServing = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Makes a player that stands before the first turn.
  ///
  /// - Parameter app: The app that the session was one of. Its servers don't run.
  public init(_ app: any LiveApp, _ recording: SessionRecording) {
    self.init(app, recording, isOnlyBeginning: true)
  }

  /// Makes a player that stands before the first turn.
  ///
  /// - Parameter isOnlyBeginning: Whether there is nothing else to begin with than the snapshot that the recording begins with: then state
  ///   that only this program's controllers have is as they have it at first. Otherwise playing the first turn throws.
  package init(_ app: any LiveApp, _ recording: SessionRecording, isOnlyBeginning: Bool) {
    self.app = app
    self.recording = recording
    self.isOnlyBeginning = isOnlyBeginning
    session = LiveSession(app.makeSession(for: recording.opening.visitor), app: stream)
  }

  /// Waits until nobody else is being served.
  private func enter() async {
    if !isServing { return isServing = true }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func leave() {
    if waiting.isEmpty { return isServing = false }
    waiting.removeFirst().resume()
  }

  /// Plays the next turn.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: What the turn's events throw when they are decoded.
  @discardableResult
  public func step() async throws -> Bool {
    await enter()
    defer { leave() }
    return try await playNext()
  }

  private func playNext() async throws -> Bool {
    try await begin()
    guard turn + 1 < recording.turns.count else { return false }
    await session.replay(try recording.events(of: recording.turns[turn + 1]))
    let now = await session.lostActs
    // On another screen it counts anew.
    if now < lost.now { lost.before += lost.now }
    lost.now = now
    // Nobody is told of the changes, and they would pile up.
    await session.withScreen { $0.forgetChanges() }
    turn += 1
    played += 1
    await rest()
    return true
  }

  /// Takes a snapshot now and then, where the screens let it.
  private func rest() async {
    guard turn - max(resting.last?.turn ?? 0, 0) >= stride else { return }
    let fresh = app.makeSession(for: recording.opening.visitor)
    guard let snapshot = try? await session.snapshot(anew: fresh, by: SnapshotJSON()) else { return }
    resting.append((turn, snapshot))
    guard resting.count > 256 else { return }
    resting = resting.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    stride *= 2
  }

  /// Goes to a turn, forwards or backwards.
  ///
  /// - Parameter target: Counted from 0; a number outside the recording goes to its end.
  /// - Throws: As ``step()``.
  public func seek(to target: Int) async throws {
    await enter()
    defer { leave() }
    try await play(to: target)
  }

  private func play(to target: Int) async throws {
    let rest = resting.last { $0.turn <= target }
    if target < turn || rest.map({ $0.turn > turn }) == true { try await begin(at: rest) }
    try await begin()
    var slice = TimeSlice()
    while turn < target, try await playNext() { await slice.giveWayIfOver() }
  }

  /// Begins anew, at a snapshot if there is one.
  private func begin(at rest: (turn: Int, snapshot: SessionSnapshot)?) async throws {
    await session.end()
    session = LiveSession(app.makeSession(for: recording.opening.visitor), app: stream)
    turn = -1
    hasBegun = false
    lost = (0, 0)
    guard let rest else { return }
    try await session.restore(rest.snapshot, by: SnapshotJSON())
    turn = rest.turn
    hasBegun = true
  }

  /// Begins with the snapshot that the recording begins with, if it does.
  private func begin() async throws {
    if hasBegun { return }
    hasBegun = true
    guard let start = recording.start else { return }
    try await session.restore(
      start.session, by: SnapshotJSON(), isOfOtherProgram: start.program != Program.identity,
      isOnlyBeginning: isOnlyBeginning)
  }

  /// Goes to the turn that an event belongs to.
  ///
  /// - Parameter position: The event's place in the log.
  /// - Throws: As ``step()``.
  public func seek(toEvent position: UInt64) async throws {
    let turns = recording.turns
    var (low, high) = (0, turns.count)
    while low < high {
      let middle = (low + high) / 2
      if turns[middle].position <= position { low = middle + 1 } else { high = middle }
    }
    try await seek(to: recording.start == nil ? max(low - 1, 0) : low - 1)
  }

  /// The screen as it is after the turn.
  public func screen() async -> Screen {
    await enter()
    defer { leave() }
    return await session.withScreen { tree in
      var renderer = HTMLRenderer()
      renderer.write(tree.root)
      return Screen(
        title: tree.title, path: tree.path, html: renderer.buffer.text,
        digest: ScreenText.digest(of: ScreenText.of(tree)))
    } ?? Screen(title: "", path: "", html: "", digest: 0)
  }

  /// Looks at the screen as it is after the turn. The result leaves the session, the views don't.
  ///
  /// - Returns: `nil` before the first turn.
  /// - Throws: What `body` throws.
  public func withScreen<Result: Sendable>(_ body: @Sendable (ViewTree) throws -> Result) async rethrows -> Result? {
    await enter()
    defer { leave() }
    return try await session.withScreen(body)
  }

  /// Plays all of it, and compares each screen that was recorded.
  ///
  /// - Returns: How many screens were compared.
  /// - Throws: ``Difference``, and as ``step()``.
  @discardableResult
  public func verify() async throws -> Int {
    await enter()
    defer { leave() }
    try await play(to: recording.start == nil ? 0 : -1)
    var compared = 0
    var lastSame: Int?
    repeat {
      if var difference = await difference(of: session, at: turn) {
        difference.lastSame = lastSame
        throw difference
      }
      if turn >= 0, recording.turns[turn].screen != nil {
        compared += 1
        lastSame = turn
      }
    } while try await playNext()
    return compared
  }

  /// Plays all of it and takes a snapshot after each turn that allows one; what follows is played on sessions made of those,
  /// and each screen that was recorded is compared. From 64 of them or more, spread over all of it, everything is played that follows, and
  /// from each of the others 64 turns: a session ten times as long takes ten times as long.
  ///
  /// - Returns: How many snapshots there were.
  /// - Throws: ``Difference``, and as ``step()``.
  @discardableResult
  public func verifySnapshots() async throws -> Int {
    await enter()
    defer { leave() }
    try await play(to: recording.start == nil ? 0 : -1)
    var taken = 0
    let most = 64, distance = max(1, recording.turns.count / most)
    repeat {
      let fresh = app.makeSession(for: recording.opening.visitor)
      guard let snapshot = try? await session.snapshot(anew: fresh, by: SnapshotJSON()) else { continue }
      let other = LiveSession(app.makeSession(for: recording.opening.visitor), app: stream)
      try await other.restore(snapshot, by: SnapshotJSON())
      let rest = recording.turns.indices.dropFirst(turn + 1)
      for number in taken % distance == 0 ? rest : rest.prefix(most) {
        await other.replay(try recording.events(of: recording.turns[number]))
        // As in a step. Rows that another kind of cell shows now get their keys with that.
        await other.withScreen { $0.forgetChanges() }
        if let difference = await difference(of: other, at: number) { throw difference }
      }
      await other.end()
      taken += 1
    } while try await playNext()
    return taken
  }

  /// How the screen differs from the one that was recorded after this turn; `nil` if it is the same, or none was.
  public func difference() async -> Difference? {
    await enter()
    defer { leave() }
    return await difference(of: session, at: turn)
  }

  private func difference(of session: LiveSession, at number: Int) async -> Difference? {
    guard recording.turns.indices.contains(number), let screen = recording.turns[number].screen else { return nil }
    let expected = recording.turns[number]
    let found = await session.withScreen { ScreenText.of($0) } ?? ""
    if ScreenText.digest(of: found) == screen.digest { return nil }
    return Difference(
      turn: number, position: expected.position, event: expected.name, expected: screen.text, found: found)
  }

  /// How many acts on the screen that is shown, of those that have been played, were done to something that it hasn't got.
  package var lostActs: Int { get async { await session.lostActs } }

  /// How many acts, of those that have been played since the beginning or a snapshot, were done to something that their screens hadn't got.
  package var allLostActs: Int { lost.before + lost.now }

  /// Ends the session that is played.
  public func end() async {
    await enter()
    defer { leave() }
    await session.end()
  }
}
