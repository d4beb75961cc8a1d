import ArgumentParser
import GalleryArchitectures
import GalleryComparison
import GalleryFrame
import GalleryScreens
import GalleryTables
import GalleryViews
import Ghostlight
import GhostlightOptions

/// Every architecture, view and container, live and explained.
struct GalleryApp: LiveApp {
  let name = "Gallery"
  let languages = Language.allCases.map(\.rawValue)
  let styleSheet = String(decoding: PackageResources.gallery_css, as: UTF8.self)
  let files = [ViewsSection.harbour]

  private let costs: BindingCosts
  private let catalogue: Catalogue

  init(_ costs: BindingCosts) {
    self.costs = costs
    catalogue = Catalogue([
      GallerySection(Phrase("Gallery", "展馆"), [.home]),
      ArchitecturesSection.section,
      ViewsSection.section,
      TablesSection.section,
      ScreensSection.section,
    ])
  }

  var servers: [any Server] { CostServer(costs) }

  /// The addresses of all pages.
  var paths: [String] { catalogue.sections.flatMap { $0.pages.map(\.path) } }

  func session(for visitor: Visitor) -> Session {
    let language = Language(rawValue: visitor.language(from: languages)) ?? .english
    return Session(
      ReminderModelServer(SampleReminders(language)), ReminderViewModelServer(),
      screens: Routes { return catalogue.routes(language) })
  }
}

@main
struct Gallery: AppProgram {
  static let configuration = CommandConfiguration(
    commandName: "gallery", abstract: "Every architecture, view and container, live and explained.",
    subcommands: [ReplayCommand<Gallery>.self])

  @OptionGroup var serving: ServingOptions

  static func appForReplay() -> GalleryApp { GalleryApp(BindingCosts()) }

  func run() async throws {
    var configuration = serving.configuration
    // Reminders take two seconds on purpose; no page waits for them.
    configuration.firstAnswerPatience = .milliseconds(100)
    try await serving.serve("Gallery", configuration: configuration, recordingIn: "gallery-events.sqlite") {
      GalleryApp(await .measure())
    }
  }
}
