import Ghostlight

/// The way to every page: beside the page where there is room, above it where there isn't.
enum NavigationBar {
  private static let name = Phrase("Gallery", "展馆")

  static func make(_ place: Place) -> View {
    let bar = Stack.navigation(name(place.language), looks: ["pages"])
    for section in place.catalogue.sections {
      let group = Stack.column(Label(section.title(place.language), looks: ["caption"]), looks: ["group"])
      for page in section.pages {
        let link = Link(page.title(place.language), to: page.path)
        link.isCurrent = page.path == place.page.path
        group.add(link)
      }
      bar.add(group)
    }
    return bar
  }
}
