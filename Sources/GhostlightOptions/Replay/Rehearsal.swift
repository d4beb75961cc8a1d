internal import ArgumentParser
internal import EventLog
internal import EventLogSQLite
internal import Foundation
internal import WebServer

/// Recorded sessions, played for somebody who reads what comes of it.
struct Rehearsal {
  let app: any LiveApp
  let log: any EventLog
  let decoder: EventDecoder

  /// What each page is known by that a replay writes.
  static let page = OutputKind(beginning: "<!DOCTYPE html><html lang=\"", mark: mark)
  private static let mark = "<!-- ghostlight replay -->"

  /// What an event carries is cut off here: a step is a line.
  private static let longest = 100

  /// Plays every session, a line each.
  ///
  /// - Throws: An exit code if any comes out otherwise, or can't be played; and why if nothing was compared.
  func playAll() async throws {
    var code: Int32 = 0
    var (same, unseen, all) = (0, 0, 0)
    for session in try await log.sessions(limit: .max).reversed() {
      all += 1
      do {
        if try await play(session.id, printing: nil, writing: nil) > 0 { same += 1 } else { unseen += 1 }
      } catch let failure as OutputFailure {
        throw failure
      } catch {
        // A line each: with --session it says more.
        let words = ReplayOutcome.words(for: error).split(separator: "\n").first ?? ""
        try Output.say("\(session.id): \(words)")
        // That a screen has changed says more than that a session couldn't be played.
        let own = ReplayOutcome.code(of: error)
        code = code == ReplayOutcome.different ? code : own
      }
    }
    let rest = unseen > 0 ? "; of \(unseen) no screen was recorded" : ""
    try Output.say("\(same) of \(all) sessions play as they were recorded\(rest)")
    if code != 0 { throw ExitCode(code) }
    if same == 0 { throw Self.nothingToCompare }
  }

  /// That everything was played, and nothing was found out.
  static let nothingToCompare = ReplayFailure(
    "no screen was recorded that could be compared, so this says nothing of whether the program still shows the same")

  /// Plays one session.
  ///
  /// - Parameters:
  ///   - steps: Which are printed, counted from 1; the last of them is where it stops. None is, and it goes to the end, unless given.
  ///   - file: Where the last screen is written.
  /// - Returns: How many screens were compared.
  /// - Throws: `SessionPlayer.Difference`, why it can't be played or has no such steps, and what writing throws.
  @discardableResult
  func play(_ session: String, printing steps: ClosedRange<Int>?, writing file: OutputFile?) async throws -> Int {
    // One that has ended, or whose end was never written, is played as far as it goes.
    let recording = try await SessionRecording.read(session, from: log, decoder: decoder, through: .max)
    let all = recording.turns.count
    if let first = steps?.lowerBound, first > max(all, 1) {
      throw ReplayFailure("session \(session) has \(all == 1 ? "1 step" : "\(all) steps"): say one of them with --from")
    }
    let isIncomplete = try await log.session(session)?.isIncomplete == true
    let player = SessionPlayer(app, recording)
    var (played, compared) = (0, 0)
    while played < min(steps?.upperBound ?? .max, recording.turns.count), try await player.step() {
      let turn = recording.turns[played]
      played += 1
      if let difference = await player.difference() {
        if let file { try await write(player, to: file) }
        throw difference
      }
      if turn.screen != nil { compared += 1 }
      if let steps, steps.contains(played) { try await Output.say(line(played, turn, of: session)) }
    }
    if let file { try await write(player, to: file) }
    await player.end()
    try Output.say(summary(session, played, of: recording.turns.count, compared))
    if isIncomplete { Output.warn("\(session): its end is missing, for the log couldn't be written") }
    return compared
  }

  private func line(_ step: Int, _ turn: SessionRecording.Turn, of session: String) async throws -> String {
    let record = try await log.records(of: .session(session), after: turn.position - 1, limit: 1).first
    let value = try record?.payload.value()
    // A value without a name says nothing by being told “_0”.
    let content = (value?["_0"] ?? value)?.json ?? ""
    let time = turn.time.text.prefix(23).replacing("T", with: " ")
    let number = String(repeating: " ", count: max(0, 5 - "\(step)".count)) + "\(step)"
    let mark = turn.screen == nil ? " " : "="
    let end = content.count > Self.longest ? "…" : ""
    return "\(number) \(mark) \(time)  \(turn.name) \(content.prefix(Self.longest))\(end)"
  }

  private func summary(_ session: String, _ played: Int, of all: Int, _ compared: Int) -> String {
    let steps = played < all ? "step \(played) of \(all)" : all == 1 ? "1 step" : "\(all) steps"
    let screens =
      switch compared {
      case 0: "no screen was recorded to compare with"
      case 1: "the recorded screen is the same (=)"
      default: "all \(compared) recorded screens are the same (=)"
      }
    return "\(session): \(steps), \(screens)"
  }

  private func write(_ player: SessionPlayer, to file: OutputFile) async throws {
    let screen = await player.screen()
    try file.write(Data(StillPages(app).document(screen.html, title: screen.title) + Self.mark.utf8))
  }
}
