internal import EventLog
internal import ViewKit
internal import WebServer

/// Brings screens back by playing recordings. Nothing that they did acts on the world.
///
/// What is played begins at the snapshot before the moment, if the log has one of this program, or the session is long and one of
/// another program's does. Going on from where one was plays
/// only what lies between; the players take snapshots themselves on their way.
actor RecordingReplay: SessionReplaying {
  /// Some of a session, played so far.
  private struct Playing {
    let session: String
    let player: SessionPlayer
    /// The places whose screens it can show.
    let range: ClosedRange<UInt64>
  }

  private let app: any LiveApp
  private let log: any EventLog
  private let decoder: EventDecoder
  private var kept: [Playing] = []
  /// The sessions that somebody is asking about, and those who wait to ask too: what one has played, the next one finds.
  private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

  /// How many players are kept, for those who step through sessions.
  private static let limit = 4
  /// How much is read beyond a moment, for those who go on from there: some hundredths of a second's worth.
  private static let reach: UInt64 = 2_000

  init(_ app: any LiveApp, _ log: any EventLog, _ decoder: EventDecoder = EventDecoder()) {
    self.decoder = decoder
    self.app = app
    self.log = log
  }

  func screen(of session: String, at position: UInt64) async throws -> RecordedScreen {
    await enter(session)
    defer { leave(session) }
    let playing = try await playing(session, at: position)
    let name = app.name
    let screen = await playing.player.withScreen { tree in
      RecordedScreen(
        title: tree.title.isEmpty ? name : tree.title, path: tree.path, html: StillPages.html(of: tree),
        outline: ScreenOutline.text(of: tree.root))
    }
    keep(playing)
    guard let screen else { throw DevToolsFailure.missingBeginning }
    return screen
  }

  /// Waits until nobody else asks about a session.
  private func enter(_ session: String) async {
    if waiting[session] == nil { return waiting[session] = [] }
    await withCheckedContinuation { waiting[session, default: []].append($0) }
  }

  private func leave(_ session: String) {
    guard var others = waiting[session], !others.isEmpty else { return waiting[session] = nil }
    let next = others.removeFirst()
    waiting[session] = others
    next.resume()
  }

  /// A player that shows a moment.
  private func playing(_ session: String, at position: UInt64) async throws -> Playing {
    var near = position
    // What another program has kept may not do in this one, or not with what came right behind it: what it kept before may.
    for _ in 0..<4 {
      let playing = try await take(session, at: position, near: near)
      let recording = playing.player.recording
      // What the session began with has been forgotten: the screen of its first snapshot isn't that of an earlier moment.
      guard recording.startPosition <= position else { throw SessionRecording.Refusal.withoutBeginning(session) }
      do {
        try await playing.player.seek(toEvent: position)
        let lostActs = await playing.player.lostActs
        if !recording.beginsWithOther || lostActs == 0 { return playing }
      } catch {
        guard recording.beginsWithOther else { throw error }
      }
      await playing.player.end()
      near = max(recording.startPosition, 1) - 1
    }
    let recording = try await SessionRecording.read(session, from: log, decoder: decoder, through: .max)
    let whole = player(of: recording, for: session, at: position, isOnlyBeginning: true)
    try await whole.player.seek(toEvent: position)
    return whole
  }

  /// A player that can show a moment: of those that are kept the one that has the least to play, or a new one.
  ///
  /// - Parameter near: The snapshot that a new one begins with is the latest before that.
  private func take(_ session: String, at position: UInt64, near: UInt64) async throws -> Playing {
    let fitting = kept.indices.filter { kept[$0].session == session && kept[$0].range.contains(position) }
    if near == position, let newest = fitting.last { return kept.remove(at: newest) }
    // The place is from an address: it may be any number.
    let end = position > .max - Self.reach ? .max : position + Self.reach
    var recording: SessionRecording
    do {
      recording = try await SessionRecording.read(session, from: log, decoder: decoder, near: near, through: end)
    } catch  where end > position {
      // What lies behind the moment may be damaged: it needs nothing of that.
      recording = try await SessionRecording.read(session, from: log, decoder: decoder, near: near, through: position)
      return player(of: recording, for: session, at: position)
    }
    // Without any snapshot to begin at, one player goes through all of it, and takes its own.
    if !recording.beginsWithSnapshot, end < .max, try await log.snapshot(of: session, before: .max) == nil,
      let whole = try? await SessionRecording.read(session, from: log, decoder: decoder, near: position, through: .max)
    {
      recording = whole
    }
    return player(of: recording, for: session, at: position)
  }

  /// - Parameter isOnlyBeginning: Whether there is nothing else to play than what begins as the recording does.
  private func player(
    of recording: SessionRecording, for session: String, at position: UInt64, isOnlyBeginning: Bool = false
  ) -> Playing {
    let first = min(recording.turns.first?.position ?? position, position)
    // What is appended later isn't in it.
    let last = max(recording.turns.last?.end ?? position, position)
    // This program's own snapshots lack nothing.
    let player = SessionPlayer(app, recording, isOnlyBeginning: isOnlyBeginning || !recording.beginsWithOther)
    return Playing(session: session, player: player, range: first...last)
  }

  private func keep(_ playing: Playing) {
    kept.append(playing)
    guard kept.count > Self.limit else { return }
    let old = kept.removeFirst()
    Task { await old.player.end() }
  }
}
