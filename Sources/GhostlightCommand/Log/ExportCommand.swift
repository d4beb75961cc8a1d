internal import ArgumentParser
internal import EventLog
internal import EventLogSQLite
internal import Foundation

/// How a session is written into a file.
enum ExportFormat: String, ExpressibleByArgument, CaseIterable {
  /// JSON lines.
  case json
  /// An XML property list.
  case plist
}

/// `ghostlight log export`
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes one session out, to be read, kept or sent to somebody.")

  @OptionGroup var argument: LogArgument
  @Argument(help: "The session, or how its name begins.") var session: String
  @Option(help: "json for JSON lines, plist for a property list.") var format = ExportFormat.json
  @Option(name: .shortAndLong, help: "The file to write; without it, it is printed.", completion: .file())
  var output: String?

  func run() async throws {
    try await running {
      let log = try await argument.open()
      let id = try await log.session(named: session).id
      guard let export = try await SessionExport(id, from: log) else { throw EventLogError.noSession(named: id) }
      let data =
        switch format {
        case .json: Data(try export.jsonLines().utf8)
        case .plist: try export.propertyList()
        }
      guard let output else { return FileHandle.standardOutput.write(data) }
      try data.write(to: URL(fileURLWithPath: output), options: .atomic)
    }
  }
}

/// `ghostlight log import`
struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Adds a session that was exported to a log, which is made if it doesn't exist.",
    discussion: "No app may be appending to the log meanwhile.")

  @OptionGroup var argument: LogArgument
  @Argument(help: "The file: JSON lines or a property list.", completion: .file()) var file: String

  func run() async throws {
    try await running {
      let export = try SessionExport(file: file)
      let version = export.records.map(\.version).max() ?? 1
      let log = try SQLiteLog(path: argument.log, version: version)
      try await export.add(to: log)
      try await log.close()
      Terminal.say("imported \(count(export.records.count, "event")) of session \(export.session.id)")
    }
  }
}
