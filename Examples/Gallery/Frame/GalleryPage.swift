public import Ghostlight

/// A page of the gallery: where it is, what it is called, and the screen that it shows.
///
/// ```swift
/// GalleryPage("/views/buttons", Phrase("Buttons", "按钮"), Phrase("In every state.", "各种状态。")) { ButtonsPage($0) }
/// ```
public struct GalleryPage: Sendable {
  /// Its address.
  public let path: String
  /// Its name, in the navigation and as its heading.
  public let title: Phrase
  /// A sentence below the heading, and on the page that leads to it.
  public let summary: Phrase
  let make: @Sendable (Visit) -> Controller

  /// Describes a page.
  ///
  /// - Parameter make: Makes its screen, usually a ``PageController``, each time that it is opened.
  public init(
    _ path: String, _ title: Phrase, _ summary: Phrase, make: @escaping @Sendable (Visit) -> Controller
  ) {
    self.path = path
    self.title = title
    self.summary = summary
    self.make = make
  }
}

/// Pages that belong together, under a heading of the navigation.
public struct GallerySection: Sendable {
  /// The heading.
  public let title: Phrase
  /// The pages, in order.
  public let pages: [GalleryPage]
  let moreRoutes: @Sendable (Language) -> [ScreenRoute]

  /// Describes a section.
  ///
  /// - Parameter moreRoutes: Screens that the navigation doesn't name, such as those with a value in their path.
  public init(
    _ title: Phrase, _ pages: [GalleryPage], moreRoutes: @escaping @Sendable (Language) -> [ScreenRoute] = { _ in [] }
  ) {
    self.title = title
    self.pages = pages
    self.moreRoutes = moreRoutes
  }
}
