public import Ghostlight

/// The screen of a page: the navigation, the heading, and below them what a subclass gives.
open class PageController: Controller {
  /// Where the visitor is.
  public let visit: Visit
  /// What the visitor reads.
  public var language: Language { visit.language }

  /// Makes the screen of a page.
  public init(_ visit: Visit) {
    self.visit = visit
    super.init()
  }

  /// Builds what stands below the heading. Asked once.
  open func loadContent() -> View { Stack.column() }

  open override var title: String { visit.documentTitle }
  public final override func loadView() -> View { visit.frame(around: loadContent()) }
}

extension Visit {
  /// What the document is called.
  public var documentTitle: String {
    let title = page.title(language)
    return title == "Ghostlight" ? title : "\(title) · Ghostlight"
  }

  /// The page: the navigation, the heading, and the content below it.
  public func frame(around content: View) -> View {
    let heading = Stack.header(
      Heading(page.title(language)), Label(page.summary(language), looks: ["lead"]), looks: ["page-head"])
    return Stack.row(
      NavigationBar.make(self), Stack.main(heading, content, looks: ["page"]), looks: ["gallery"])
  }
}
