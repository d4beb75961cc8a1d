internal import EventLog
internal import EventStream
internal import ViewKit
internal import WebServer

/// Brings screens back by playing what came to a session from outside. Nothing that it does acts on the world.
///
/// Going on from where one was plays only what lies between; going far, or back, plays from the last snapshot before.
actor RecordingReplay: SessionReplaying {
  /// A session that has been played so far.
  private struct Player {
    let session: String
    let live: LiveSession
    /// The place of the last record that was looked at.
    var position: UInt64
    var turn: [RecordedEvent] = []
  }

  private let app: any LiveApp
  private let log: any EventLog
  private let decoder: EventDecoder
  private var players: [Player] = []

  /// How many sessions are kept as they were played, for those who step through them.
  private static let limit = 4
  private static let batch = 2_000

  init(_ app: any LiveApp, _ log: any EventLog, _ decoder: EventDecoder = EventDecoder()) {
    self.decoder = decoder
    self.app = app
    self.log = log
  }

  func screen(of session: String, at position: UInt64) async throws -> RecordedScreen {
    var player = try await takePlayer(of: session, before: position)
    let name = app.name
    reading: while player.position < position {
      let records = try await log.records(of: .session(session), after: player.position, limit: Self.batch)
      if records.isEmpty { break }
      for record in records {
        if record.position > position { break reading }
        player.position = record.position
        guard record.marks.contains(.input) else { continue }
        if record.marks.contains(.beginsTurn) { await Self.play(&player) }
        if let event = try RecordedEvent(record, decoder) { player.turn.append(event) }
      }
    }
    await Self.play(&player)
    keep(player)
    let screen = await player.live.withScreen { tree in
      RecordedScreen(
        title: tree.title.isEmpty ? name : tree.title, path: tree.path, html: StillPages.html(of: tree),
        outline: ScreenOutline.text(of: tree.root))
    }
    guard let screen else { throw DevToolsFailure("The session's beginning isn't in the log any more.") }
    return screen
  }

  private static func play(_ player: inout Player) async {
    if player.turn.isEmpty { return }
    await player.live.replay(player.turn)
    player.turn = []
    // Nobody is told of the changes, and they would pile up.
    await player.live.withScreen { tree in
      for change in tree.takeChanges().views { _ = change.view.table?.takeRowChanges() }
    }
  }

  /// A player that stands before a moment: one that is kept, or a new one.
  private func takePlayer(of session: String, before position: UInt64) async throws -> Player {
    let start = try await SessionStart.latest(of: session, before: position, in: log)
    let known = players.indices.filter { players[$0].session == session && players[$0].position <= position }
    if let nearest = known.max(by: { players[$0].position < players[$1].position }),
      players[nearest].position >= start?.position ?? 0
    {
      return players.remove(at: nearest)
    }
    if let start, let live = try? await start.begin(of: app, { LiveSession($0, app: AppStream()) }) {
      return Player(session: session, live: live, position: start.position)
    }
    guard let first = try await log.records(of: .session(session), after: 0, limit: 1).first,
      case .opened(let opening)? = try decoder.event(of: first) as? SessionEvent
    else { throw DevToolsFailure("The session's beginning isn't in the log any more.") }
    let live = LiveSession(app.session(for: opening.visitor), app: AppStream())
    return Player(session: session, live: live, position: 0)
  }

  private func keep(_ player: Player) {
    players.append(player)
    guard players.count > Self.limit else { return }
    let old = players.removeFirst()
    Task { await old.live.end() }
  }
}
