public import ArgumentParser
internal import EventLog
internal import EventLogSQLite
internal import Foundation
internal import WebServer

/// The subcommand `replay` of an app's program: plays recorded sessions, and compares their screens.
public struct ReplayCommand<Program: AppProgram>: AsyncParsableCommand {
  /// What the command is called and says of itself, with the program's own name in its examples.
  public static var configuration: CommandConfiguration {
    let name = Program.configuration.commandName ?? "program"
    return CommandConfiguration(
      commandName: "replay", abstract: "Plays recorded sessions, and checks that they show the same screens.",
      discussion: """
        \(name) replay LOG
          plays all sessions, a line each; an exported one step by step
        \(name) replay LOG --session 7Qw2
          plays one of them, step by step
        \(name) replay LOG --to 12 --html screen.html
          writes the screen after step 12 into a file
        \(name) replay LOG --serve
          shows it in a browser, with a slider
        \(name) replay LOG --serve --port 8090
          shows it at that port; it is any free one unless given

        LOG is a log, such as \(name).sqlite-events, or a session that “ghostlight log export” has written on this or another machine. It isn't changed, and \
        nothing that is played acts on the world.

        Exit codes: 0 if all recorded screens are the same, 1 if one isn't or the recording is damaged, 2 if something isn't \
        there or is refused, or a whole log has no screen to compare with, 64 if the command was called wrongly.
        """)
  }

  @Argument(help: "The log, or an exported session.", completion: .file())
  var log: String

  @Option(help: "The session's name, or the beginning of it; all sessions of the log unless given.")
  var session: String?

  @Option(
    parsing: .unconditional,
    help: "Print steps from this one on, counted from 1. Those before are played and compared too.")
  var from: Int?

  @Option(parsing: .unconditional, help: "Stop after this step.")
  var to: Int?

  @Option(
    help:
      "Write the screen at the end to this file, as a document that needs no server. Replaces one of before, and nothing else.",
    completion: .file())
  var html: String?

  @Flag(help: "Show the recording in a browser: look at any moment, play it, compare moments, and go on from one.")
  var serve = false

  /// The program takes them for its own wherever they stand, and hands them on: `--host` and `--port` are for `--serve` too.
  @OptionGroup(visibility: .hidden) var serving: ServingOptions

  /// Takes what the command line says.
  public init() {}

  /// Refuses steps and options that don't go together, and to write over what is played, with what to write instead.
  public func validate() throws {
    if let from, from < 1 { throw ValidationError("--from takes a step, counted from 1.") }
    if let to, to < 1 { throw ValidationError("--to takes a step, counted from 1.") }
    if let from, let to, to < from { throw ValidationError("--to comes before --from.") }
    if serve, html != nil { throw ValidationError("--serve and --html don't go together.") }
    if serve, from != nil || to != nil {
      throw ValidationError("--serve shows all steps: leave --from and --to out, and move the page's slider.")
    }
    if let idle = serving.idleOption(inReplayServed: serve) {
      throw ValidationError("\(idle) changes nothing about \(serve ? "what --serve shows" : "a replay"): leave it out.")
    }
    // The tools are for this machine, however the server is reached.
    if serve, !isLocalName(serving.host.lowercased()) {
      let port = serving.givenPort.flatMap { $0 > 0 ? $0 : nil } ?? 8090
      throw ValidationError(
        """
        --serve shows it to who is on this machine only, so --host takes localhost or 127.0.0.1. To see it on another machine, serve it \
        with --port \(port), and say “ssh -L \(port):127.0.0.1:\(port)” and this machine's name there.
        """)
    }
    if log.isEmpty { throw ValidationError("the log's name is empty: say a file, such as events.sqlite or bug.jsonl.") }
    if session == "" { throw ValidationError("--session takes how a session's name begins, and not an empty one.") }
    if html == "" { throw ValidationError("--html takes the path of a file, such as screen.html.") }
    if let html, RecordingFiles(of: log).contain(html) {
      throw ValidationError("--html \(html) is the log, or belongs to it, and would be lost: say another file.")
    }
  }

  /// Plays, prints a line for each step or session, and ends with 1 if a screen differs.
  ///
  /// - Throws: `ExitCode`: 1 if a screen differs or the recording is damaged, 2 if something isn't there or is refused.
  ///   What is wrong has been said on standard error.
  public func run() async throws {
    try await ReplayOutcome.ending {
      let page = html.map { OutputFile(path: $0, replacing: [Rehearsal.page]) }
      try page?.check()
      let log = try await RecordingFile.open(self.log)
      let app = try Program.appForReplay()
      try check(log, for: LogOwner(app.name, formerNames: Program.migrations.formerNames))
      let chosen = try await choose(from: log)
      if serve { return try await show(log, chosen, in: app) }
      let rehearsal = Rehearsal(app: app, log: log, decoder: EventDecoder(migrations: Program.migrations))
      if let chosen {
        let compared = try await rehearsal.play(chosen, printing: (from ?? 1)...(to ?? .max), writing: page)
        // Who has asked for one session, or a step, wants to see it; who plays a log, to know that it comes out the same.
        if compared == 0, session == nil, from == nil, to == nil, page == nil { throw Rehearsal.nothingToCompare }
      } else {
        try await rehearsal.playAll()
      }
    }
  }

  /// Refuses another app's log: nobody else has its screens. An export doesn't tell whose it is.
  private func check(_ log: any EventLog, for app: LogOwner) throws {
    guard let owner = (log as? SQLiteLog)?.owner?.name, !app.has(owner) else { return }
    throw ReplayFailure(
      """
      \(self.log) is the log of \(owner), and this program is \(app.name): play it in the program of \(owner), such as \
      “ghostlight replay \(self.log) --program PROGRAM”. If \(owner) is what \(app.name) was called before, declare that with \
      LogMigrations().formerlyCalled("\(owner)")
      """)
  }

  /// The session that is meant; `nil` for all. A log's are a line each, however many there are just now.
  private func choose(from log: any EventLog) async throws -> String? {
    if let session { return try await log.session(named: session).id }
    let some = try await log.sessions(limit: 2)
    guard let first = some.first else { throw ReplayFailure("no session is recorded in \(self.log)") }
    let isForOne = from != nil || to != nil || html != nil
    if some.count == 1, isForOne || serve || !(log is SQLiteLog) { return first.id }
    if !isForOne { return nil }
    throw ReplayFailure("there are several sessions in \(self.log): say which with --session")
  }

  private func show(_ log: any EventLog, _ session: String?, in app: some LiveApp) async throws {
    var configuration = serving.configuration
    configuration.port = serving.givenPort ?? 0
    let name = session?.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["-", "_"]))
    let page = name.map { "ghostlight/sessions/\($0)" } ?? "ghostlight/sessions"
    try await serving.showReplay(
      of: log, in: app, Program.migrations, configuration, page: page)
  }
}
