internal import ArgumentParser
internal import EventLog
internal import EventLogSQLite
internal import Foundation
internal import Glibc

/// How a session is written into a file.
enum ExportFormat: String, ExpressibleByArgument, CaseIterable {
  /// JSON lines.
  case json
  /// An XML property list.
  case plist

  /// What files of either kind are known by.
  static let kinds = [
    OutputKind(beginning: #"{"ghostlight":"session""#),
    OutputKind(
      beginning: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist",
      mark: "\n\t\t<key>ghostlight</key>\n\t\t<string>session</string>\n"),
  ]
}

/// `ghostlight log export`
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes one session out, to be read, kept or sent to somebody.",
    discussion: """
      ghostlight log export events.sqlite 7Qw2 --output bug.jsonl

      A file that is there is replaced if it is an export, and left as it is otherwise. \
      If any of the session is damaged, nothing is written, and the exit code is 1; with --up-to-damage its events before the \
      damage are written, as an incomplete session.
      """)

  @OptionGroup var argument: LogArgument
  @Argument(help: "The session's name, or the beginning of it. Before one that begins with a hyphen write --.")
  var session: String
  @Option(help: "json for JSON lines, plist for a property list.") var format = ExportFormat.json
  @Option(name: .shortAndLong, help: "The file to write; without it, it is printed.", completion: .file())
  var output: String?
  @Flag(help: "Export a damaged session up to the damage.") var upToDamage = false

  func validate() throws {
    if session.isEmpty { throw ValidationError(EventFilter.emptySession) }
    try argument.refuse(output: output)
  }

  func run() async throws {
    try await running {
      let file = output.map { OutputFile(path: $0, replacing: ExportFormat.kinds) }
      try file?.check()
      let export = try await self.export()
      let data =
        switch format {
        case .json: Data(try export.jsonLines().utf8)
        case .plist: try export.propertyList()
        }
      guard let file else { return try data.write(to: STDOUT_FILENO) }
      try file.write(data)
    }
  }

  private func export() async throws -> SessionExport {
    let opened = try await argument.open()
    let (log, isSalvaged) = (opened.log, opened.isSalvaged)
    let whole = try await log.session(named: session)
    // Nobody knows what is missing of it.
    if isSalvaged, !upToDamage { throw damaged("SQLite can't read all of the log") }
    do {
      guard var export = try await SessionExport(whole.id, from: log, upToDamage: upToDamage) else {
        throw EventLogError.noSession(named: whole.id)
      }
      if isSalvaged { export = export.incomplete }
      if export.session.isIncomplete, !whole.isIncomplete || isSalvaged {
        Terminal.warn(
          "the session is damaged: its first \(export.records.count) events are exported, as an incomplete one")
      }
      return export
    } catch EventLogError.damaged(let position, _, let reason) {
      throw damaged("it is damaged behind event \(position): \(reason)")
    }
  }

  private func damaged(_ reason: String) -> CommandFailure {
    CommandFailure(
      "nothing is exported of session \(session), for \(reason). With --up-to-damage what stands before the damage is.",
      code: CommandFailure.damaged)
  }
}

/// `ghostlight log import`
struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Adds a session that was exported to a log, which is made if it doesn't exist.",
    discussion: """
      The folder of the log must be there. No app may be appending to the log meanwhile. The log stays of the version of the \
      app's events that it is of: a session \
      that was recorded by a newer one is refused.

      An app that runs on the log forgets sessions whose last event is too old, after seven days unless it is set otherwise \
      (`logMemory`). The app's own program shows an older one in its tools without a log: todostream replay bug.jsonl --serve
      """)

  @OptionGroup var argument: LogArgument
  @Argument(help: "The file: JSON lines or a property list.", completion: .file()) var file: String

  func validate() throws {
    if file.isEmpty { throw ValidationError("the exported session's name is empty: say a file, such as bug.jsonl.") }
  }

  func run() async throws {
    try await running {
      try argument.refuseExport()
      let wasThere = FileManager.default.fileExists(atPath: argument.log)
      if !wasThere { try argument.checkPlace() }
      let export = try SessionExport(file: file)
      let log = try await argument.openToWrite {
        try SQLiteLog(addingTo: argument.log, version: export.records.map(\.version).max() ?? 1)
      }
      do {
        try await export.add(to: log)
        try await log.close()
      } catch {
        try? await log.close()
        // Somebody else may have made it before it was opened here, but not without writing something.
        if !wasThere, log.lastPosition == 0 { RecordingFiles.removeLog(at: argument.log) }
        throw error
      }
      try Terminal.say("imported \(count(export.records.count, "event")) of session \(export.session.id)")
    }
  }
}
