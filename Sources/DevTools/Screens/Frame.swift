internal import ViewKit

/// What stands around every screen: where one is, and the way to the others.
enum Frame {
  static func around(_ content: View, at path: Path, of app: String, in words: Words) -> View {
    let navigation = Stack.navigation(words.frame.navigation, looks: ["places"])
    let places: [(String, Path)] = [
      (words.events.title, .events), (words.sessions.title, .sessions), (words.figures.title, .figures),
    ]
    for (title, place) in places {
      let link = Link(title, to: place)
      link.isCurrent = place == path
      navigation.add(link)
    }
    let bar = Stack.header(
      Label("Ghostlight", looks: ["mark"]), navigation, Link(words.frame.back(to: app), to: "/", looks: ["home"]),
      looks: ["bar"])
    return Stack.column(bar, content, looks: ["tools"])
  }
}
