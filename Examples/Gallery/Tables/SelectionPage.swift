import GalleryFrame
import Ghostlight

/// A list of which one row is chosen, and one of which any number is.
final class SelectionPage: PageController {
  override func loadContent() -> View {
    Stack.row(
      list(Phrase("One", "单选"), .single), list(Phrase("Several", "多选"), .multiple), looks: ["columns"])
  }

  private func list(_ title: Phrase, _ selection: TableSelection) -> View {
    let table = Table(title(language), selection: selection, cell: ChoreCell())
    let chosen = Label("–", looks: ["quiet-text"])
    let comma = Phrase(", ", "、")(language)
    table.show(Chore.all(language))
    table.onSelect = { chores in
      chosen.text = chores.isEmpty ? "–" : chores.map(\.title).joined(separator: comma)
    }
    return Stack.section(Heading(title(language), level: 2), table, chosen)
  }
}

/// Shows a chore.
final class ChoreCell: TableCell, ViewType {
  private let title = Label(looks: ["title"])

  override init() {
    super.init()
    add(title)
  }

  func take(_ chore: Chore) { title.text = chore.title }
}
