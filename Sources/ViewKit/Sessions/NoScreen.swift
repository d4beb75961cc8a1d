/// What an address shows that leads to no screen.
package enum NoScreen: Sendable {
  /// No route leads there.
  case notFound
  /// A route leads there, but not for this visitor.
  case forbidden

  /// Which of the languages that it is said in a visitor reads.
  package static func language(of visitor: Visitor) -> String { visitor.language(from: ["en", "zh"]) }

  /// What the document is called, and the heading of what it says.
  package func title(in language: String) -> String {
    switch self {
    case .notFound: language == "zh" ? "未找到" : "Not found"
    case .forbidden: language == "zh" ? "不允许" : "Not allowed"
    }
  }

  /// What it says.
  package func text(in language: String) -> String {
    switch self {
    case .notFound: language == "zh" ? "这个地址没有对应的页面。" : "The address leads to no screen."
    case .forbidden: language == "zh" ? "你无权查看此地址的内容。" : "You may not see what is at this address."
    }
  }

  /// What its link to the start page says.
  package static func way(in language: String) -> String { language == "zh" ? "前往首页" : "Go to the start page" }

  /// The same as a view.
  func view(in language: String) -> View {
    let (title, way) = (self.title(in: language), Self.way(in: language))
    let main = Stack.main(
      Heading(title), Label(text(in: language)), Link(way, to: "/"), looks: ["notfound"])
    main.name = title
    return main
  }

  /// What the document is called while this is its screen.
  static func title(of root: View) -> String { root.children.first?.name ?? "" }
}
