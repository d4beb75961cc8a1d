import ArgumentParser
import GalleryArchitectures
import GalleryComparison
import GalleryFrame
import GalleryScreens
import GalleryTables
import GalleryViews
import Ghostlight
import Logging

/// Every architecture, view and container, live and explained.
struct GalleryApp: LiveApp {
  let name = "Ghostlight"
  let languages = Language.allCases.map(\.rawValue)
  let styleSheet = String(decoding: PackageResources.gallery_css, as: UTF8.self)
  let files = [ViewsSection.harbour]

  private let catalogue: Catalogue

  init(_ costs: BindingCosts) {
    catalogue = Catalogue([
      GallerySection(Phrase("Gallery", "展馆"), [.home]),
      ArchitecturesSection.section(costs),
      ViewsSection.section,
      TablesSection.section,
      ScreensSection.section,
    ])
  }

  func session(for visitor: Visitor) -> Session {
    let language = Language(rawValue: visitor.language(from: languages)) ?? .english
    return Session(
      ReminderModelServer(SampleReminders(language)), ReminderViewModelServer(),
      screens: Routes { return catalogue.routes(language) })
  }
}

@main
struct Gallery: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gallery", abstract: "Every architecture, view and container, live and explained.")

  @Option(help: "The address to listen on.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen on; 0 for any free one.")
  var port = 8080

  func validate() throws {
    guard (0...65535).contains(port) else { throw ValidationError("--port takes a number from 0 to 65535.") }
  }

  func run() async throws {
    // Standard output is for the address.
    LoggingSystem.bootstrap(StreamLogHandler.standardError)
    var configuration = ServerConfiguration()
    configuration.host = host
    configuration.port = port
    try await LiveServer(GalleryApp(await .measure()), configuration: configuration).run(onReady: { address in
      print("The gallery is at \(address)")
      flushOutput()
    })
  }
}
