import ArgumentParser
import Ghostlight
import GhostlightOptions

/// The page of the js-framework-benchmark, with its rows on the server.
struct RowsBenchApp: LiveApp {
  let name = "RowsBench"
  let styleSheet = String(decoding: PackageResources.rowsbench_css, as: UTF8.self)

  func session(for visitor: Visitor) -> Session {
    Session(
      screens: Routes {
        (Path("/") ~> { RowsController() }).also(at: Path("/index.html"))
        Path("/counter") ~> { CounterController() }
      })
  }
}

@main
struct RowsBench: AppProgram {
  static let configuration = CommandConfiguration(
    commandName: "rowsbench", abstract: "The page of the js-framework-benchmark, with its rows on the server.",
    subcommands: [ReplayCommand<RowsBench>.self])

  @Option(help: "Changes nothing: rows belong to a page and aren't kept. Taken so that it starts as Todostream does.")
  var database = "rowsbench.sqlite"

  @Flag(help: "Record nothing in a file, as without --log, which it excludes. Every page starts empty anyway.")
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

  static func appForReplay() -> RowsBenchApp { RowsBenchApp() }

  // Nothing is recorded unless --log says where: what is measured is the page.
  func run() async throws { try await serving.serve(RowsBenchApp()) }
}
