import Ghostlight

/// The way to every page: beside the page where there is room, above it where there isn't.
enum NavigationBar {
  private static let name = Phrase("Gallery", "展馆")

  static func make(_ visit: Visit) -> View {
    let bar = Stack.navigation(name(visit.language), looks: ["pages"])
    for section in visit.catalogue.sections {
      let group = Stack.column(Label(section.title(visit.language), looks: ["caption"]), looks: ["group"])
      for page in section.pages {
        let link = Link(page.title(visit.language), to: page.path)
        link.isCurrent = page.path == visit.page.path
        group.add(link)
      }
      bar.add(group)
    }
    return bar
  }
}
