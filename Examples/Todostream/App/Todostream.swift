import ArgumentParser
import DevTools
import EventLog
import EventLogSQLite
import Ghostlight
import GhostlightOptions
import Metering
import TodoModels
import TodoPresentation
import TodoScreens

/// Todos that everyone shares, live.
struct TodostreamApp: LiveApp {
  let database: TodoDatabase
  let name = "Todostream"
  let languages = ["en", "zh"]
  let styleSheet = String(decoding: PackageResources.todostream_css, as: UTF8.self)

  var servers: [any Server] { ModelServer(database) }

  func session(for visitor: Visitor) -> Session {
    Session(ViewModelServer(), screens: .todostream(Words.of(visitor.language(from: languages))))
  }
}

@main
struct Todostream: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "todostream", abstract: "Todos that everyone shares, live.")

  @Option(help: "The file of the database; it is made if it isn't there.")
  var database = "todostream.sqlite"

  @Option(help: "The file that every event is recorded in; beside the database unless given.")
  var log: String?

  @Flag(help: "Record nothing in a file: sessions end with the process.")
  var noLog = false

  @Flag(
    help: "Show the tools at /ghostlight to whoever is on this machine: all events, screens at any moment, figures.")
  var tools = false

  @Flag(help: "Tell figures at /metrics, in the text format of Prometheus, to whoever is on this machine.")
  var metrics = false

  @OptionGroup var serving: ServingOptions

  func run() async throws {
    let app = TodostreamApp(database: try TodoDatabase(path: database))
    let log = try openLog()
    try await serving.serve(app, recordingIn: log) { server in
      let server = metrics ? measured(server) : server
      guard let log, tools else { return server }
      return server.showingTools(of: log)
    }
    app.database.close()
  }

  private func openLog() throws -> (any EventLog)? {
    if noLog { return tools ? try MemoryLog() : nil }
    return try SQLiteLog(path: log ?? database + "-events")
  }

  private func measured(_ server: LiveServer) -> LiveServer {
    let figures = PrometheusMetrics()
    return server.monitored(by: ServerMeter(reportingTo: figures)).answering(figures.endpoint())
  }
}
