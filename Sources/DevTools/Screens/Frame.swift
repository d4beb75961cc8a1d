internal import ViewKit

/// What stands around every screen: where one is, and the way to the others.
enum Frame {
  static func around(_ content: View, at path: Path, of app: String) -> View {
    let navigation = Stack.navigation("Ghostlight tools", looks: ["places"])
    for (title, place) in [("Events", Path.events), ("Sessions", .sessions), ("Figures", .figures)] {
      let link = Link(title, to: place)
      link.isCurrent = place == path
      navigation.add(link)
    }
    let bar = Stack.header(
      Label("Ghostlight", looks: ["mark"]), navigation, Link("Back to \(app)", to: "/", looks: ["home"]),
      looks: ["bar"])
    return Stack.column(bar, content, looks: ["tools"])
  }
}
