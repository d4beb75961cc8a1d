/// What a path shows that leads to no screen.
enum NoScreen {
  /// No route leads there.
  static var notFound: View { screen("Not found", "There is nothing here", "The address leads to no screen.") }
  /// A route leads there, but not for this visitor.
  static var forbidden: View {
    screen("Not allowed", "This is not for you", "You may not see what is at this address.")
  }

  /// What the document is called while this is its screen.
  static func title(of root: View) -> String { root.children.first?.name ?? "" }

  private static func screen(_ title: String, _ heading: String, _ text: String) -> View {
    let main = Stack.main(Heading(heading), Label(text), Link("Go to the start page", to: "/"), looks: ["notfound"])
    main.name = title
    return main
  }
}
