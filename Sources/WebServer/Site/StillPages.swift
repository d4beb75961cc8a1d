public import ViewKit
internal import WebRenderer

/// Writes screens of an app as documents that stand still: with its style sheets, without a script or a session.
public struct StillPages: Sendable {
  private let pages: PageWriter

  /// Prepares for an app that is served under its own paths.
  public init(_ app: any LiveApp) {
    var sheets = [ClientFile(styleSheet: "views", ClientFiles.styleSheet)]
    if !app.styleSheet.isEmpty { sheets.append(ClientFile(styleSheet: "app", Array(app.styleSheet.utf8))) }
    pages = PageWriter(script: nil, parts: [], styleSheets: sheets)
  }

  /// A document around a screen.
  ///
  /// - Parameters:
  ///   - html: The screen as ``html(of:)`` writes it. What isn't from there isn't checked.
  ///   - language: What the document says it is written in.
  public func page(_ html: String, title: String, language: String = "en") -> [UInt8] {
    pages.page(html, title: title, language: language).bytes
  }

  /// A document around a screen that stands for itself: its style sheets are in it, the app's files aren't.
  ///
  /// - Parameters: As for ``page(_:title:language:)``.
  public func document(_ html: String, title: String, language: String = "en") -> [UInt8] {
    var pages = pages
    pages.holdsStyles = true
    return pages.page(html, title: title, language: language).bytes
  }

  /// A screen as HTML, in which nothing asks for the focus.
  public static func html(of tree: ViewTree) -> String {
    var renderer = HTMLRenderer(isStill: true)
    renderer.write(tree.root)
    return renderer.buffer.text
  }
}
