import GalleryFrame
import Ghostlight

/// Rows in the order that the user gives them, under the titles that the user gives them.
final class OrderPage: PageController {
  private lazy var table = Table(Phrase("Chores", "家务")(language), cell: OrderedChoreCell())
  private lazy var order = Label(looks: ["quiet-text"])

  override func loadContent() -> View {
    table.show(Chore.all(language))
    table.onMove(\.handle) { [unowned self] from, to in
      table.move(from: from, to: to)
      tell()
    }
    table.onSubmit(\.title) { [unowned self] chore, title in
      guard let index = table.rows.firstIndex(where: { $0.id == chore.id }) else { return }
      var changed = chore
      let title = String(title.prefix(100))
      changed.title = title.allSatisfy(\.isWhitespace) ? chore.title : title
      table.reload(changed, at: index)
      tell()
    }
    tell()
    return Stack.column(table, order, looks: ["large"])
  }

  private func tell() { order.text = table.rows.map(\.title).joined(separator: " · ") }
}

/// Shows a chore that can be moved and renamed.
final class OrderedChoreCell: TableCell, ViewType {
  let handle = DragHandle()
  let title = TextInput.line()

  override init() {
    super.init()
    add(handle, title)
  }

  func take(_ chore: Chore) {
    handle.name = "Move \(chore.title)"
    title.name = "Title of \(chore.title)"
    title.text = chore.title
  }
}
