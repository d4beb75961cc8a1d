public import Ghostlight

/// All pages of the gallery, by section.
public struct Catalogue: Sendable {
  /// The sections, in the order of the navigation.
  public let sections: [GallerySection]

  /// Lists the sections.
  public init(_ sections: [GallerySection]) { self.sections = sections }

  /// The screens of every page, for a visitor who reads the language.
  public func routes(_ language: Language) -> [ScreenRoute] {
    sections.flatMap { section in
      section.pages.map { page in
        page.path ~> { page.make(Visit(page: page, language: language, catalogue: self)) }
      } + section.moreRoutes(language)
    }
  }
}

/// Where a visitor is: what a screen knows of what is around it.
public struct Visit: Sendable {
  /// The page.
  public let page: GalleryPage
  /// What the visitor reads.
  public let language: Language
  /// Where else one can go.
  public let catalogue: Catalogue
}
