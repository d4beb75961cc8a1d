import ArgumentParser
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

  /// The same for every visitor who reads a language.
  private let screens = ["en": Routes.todostream(.of("en")), "zh": .todostream(.of("zh"))]

  init(database: TodoDatabase) { self.database = database }

  var servers: [any Server] { ModelServer(database) }

  func session(for visitor: Visitor) -> Session {
    Session(ViewModelServer(), screens: screens[visitor.language(from: languages)] ?? .todostream(.of("en")))
  }
}

@main
struct Todostream: AppProgram {
  static let configuration = CommandConfiguration(
    commandName: "todostream", abstract: "Todos that everyone shares, live.",
    subcommands: [ReplayCommand<Todostream>.self])

  @Option(help: "The file of the database; it is made if it isn't there. Events are recorded beside it.")
  var database = "todostream.sqlite"

  @OptionGroup var serving: ServingOptions

  static func appForReplay() throws -> TodostreamApp { TodostreamApp(database: try .inMemory()) }

  func run() async throws {
    try OptionFile(database, of: "--database").prepare()
    try await serving.serve("Todostream", recordingIn: database + "-events") {
      TodostreamApp(database: try TodoDatabase(path: database))
    } closing: { app in
      await app.database.close()
    }
  }
}
