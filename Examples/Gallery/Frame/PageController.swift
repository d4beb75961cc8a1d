public import Ghostlight

/// The screen of a page: the navigation, the heading, and below them what a subclass gives.
open class PageController: Controller {
  /// Where the visitor is.
  public let place: Place
  /// What the visitor reads.
  public var language: Language { place.language }

  /// Makes the screen of a page.
  public init(_ place: Place) {
    self.place = place
    super.init()
  }

  /// Builds what stands below the heading. Asked once.
  open func loadContent() -> View { Stack.column() }

  open override var title: String { "\(place.page.title(language)) · Ghostlight" }

  public final override func loadView() -> View {
    let heading = Stack.header(
      Heading(place.page.title(language)), Label(place.page.summary(language), looks: ["lead"]), looks: ["page-head"])
    return Stack.row(
      NavigationBar.make(place), Stack.main(heading, loadContent(), looks: ["page"]), looks: ["gallery"])
  }
}
