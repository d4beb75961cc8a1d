import ArgumentParser
import EventLogSQLite
import Ghostlight
import GhostlightOptions
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

  @Flag(help: "Record nothing: sessions end with the process.")
  var noLog = false

  @OptionGroup var serving: ServingOptions

  func run() async throws {
    let app = TodostreamApp(database: try TodoDatabase(path: database))
    try await serving.serve(app, log: noLog ? nil : SQLiteLog(path: log ?? database + "-events"))
    app.database.close()
  }
}
