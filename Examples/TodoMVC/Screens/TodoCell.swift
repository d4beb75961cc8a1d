public import Ghostlight
import TodoMVCPresentation

/// A todo in the list: tick it, delete it, double-click it, or press F2 on either control, to edit it.
final class TodoCell: TableCell, ViewType {
  let toggle = Checkbox()
  let label = InputLabel()
  let destroy = Button(looks: ["destroy"])
  let edit = TextInput.line()
  private let words: Shared<Words>

  init(_ words: Shared<Words>) {
    self.words = words
    super.init()
    toggle.looks = ["toggle"]
    edit.looks = ["edit"]
    edit.stands(for: label, look: "editing", trims: true)
    add(Element(.division, looks: ["view"], toggle, label, destroy), edit)
  }

  func take(_ row: TodoRow) {
    toggle.name = row.title
    toggle.isOn = row.isCompleted
    label.text = row.title
    edit.name = words.edit(row.title)
    edit.text = row.title
    destroy.name = words.delete(row.title)
    if row.isCompleted { looks = ["completed"] }
  }
}

extension TodoRow: ModelType {}
