import ArgumentParser
import Ghostlight
import GhostlightOptions
import TodoMVCModels
import TodoMVCPresentation
import TodoMVCScreens

/// The todo list that frameworks are compared by: one for each visitor, kept on the server.
struct TodoMVCApp: LiveApp {
  let database: TodoDatabase
  let name = "TodoMVC"
  let languages = ["en", "zh"]
  let styleSheet = String(decoding: PackageResources.todomvc_css, as: UTF8.self)

  /// The same for every visitor who reads a language.
  private let screens = ["en": Routes.todomvc(.of("en")), "zh": .todomvc(.of("zh"))]

  init(database: TodoDatabase) { self.database = database }

  var servers: [any Server] { ModelServer(database) }

  func session(for visitor: Visitor) -> Session {
    Session(
      ViewModelServer(owner: visitor.id),
      screens: screens[visitor.language(from: languages)] ?? .todomvc(.of("en")))
  }
}

@main
struct TodoMVC: AppProgram {
  static let configuration = CommandConfiguration(
    commandName: "todomvc", abstract: "The todo list that frameworks are compared by.",
    subcommands: [ReplayCommand<TodoMVC>.self])

  @Option(help: "The file of the database; it is made if it isn't there. Events are recorded beside it.")
  var database = "todomvc.sqlite"

  @Flag(help: "Start empty, and forget everything at the end: nothing is recorded either.")
  var ephemeral = false

  @OptionGroup var serving: ServingOptions

  func validate() throws {
    if ephemeral, serving.log != nil {
      throw ValidationError("--ephemeral records nothing: leave out --log, or --ephemeral.")
    }
    // The tools keep in memory what is recorded in no file.
    if ephemeral, serving.logSize != nil, !serving.tools {
      throw ValidationError("--ephemeral records nothing: leave out --log-size, or --ephemeral, or say --tools too.")
    }
  }

  static func appForReplay() throws -> TodoMVCApp { TodoMVCApp(database: try .inMemory()) }

  func run() async throws {
    if !ephemeral { try OptionFile(database, of: "--database", orInMemory: "--ephemeral").prepare() }
    try await serving.serve(
      "TodoMVC", recordingIn: ephemeral ? nil : database + "-events", migrations: Self.migrations
    ) {
      TodoMVCApp(database: try ephemeral ? TodoDatabase.inMemory() : TodoDatabase(path: database))
    } closing: { app in
      await app.database.close()
    }
  }
}
