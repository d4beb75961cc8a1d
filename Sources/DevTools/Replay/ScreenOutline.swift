internal import ViewKit

/// A screen as indented lines, one for each view that says or holds something: what two moments are compared by.
enum ScreenOutline {
  static func text(of root: View) -> String {
    var lines: [String] = []
    add(root, 0, to: &lines)
    return lines.joined(separator: "\n")
  }

  private static func add(_ view: View, _ depth: Int, to lines: inout [String]) {
    if view.isHidden { return }
    let line = line(of: view)
    if let line { lines.append(String(repeating: "  ", count: min(depth, 20)) + line) }
    let inner = line == nil ? depth : depth + 1
    for child in view.children { add(child, inner, to: &lines) }
    view.table?.forEachRow { _, _, cell in add(cell, inner, to: &lines) }
  }

  /// What there is to say of a view; `nil` for those that only hold others.
  private static func line(of view: View) -> String? {
    var words = ["\(view.kind)"]
    if !view.name.isEmpty { words.append(quoted(view.name)) }
    let text = view[text: .text]
    if !text.isEmpty, text != view.name { words.append(quoted(text)) }
    let value = view[text: .value]
    if !value.isEmpty { words.append("= " + (view.isPrivate ? "•••" : quoted(value))) }
    if view[flag: .isChecked] { words.append("checked") }
    if view[flag: .isSelected] { words.append("selected") }
    if view[flag: .isCurrent] { words.append("current") }
    if !view.isEnabled { words.append("disabled") }
    if view.isBusy { words.append("busy") }
    if view[flag: .isInvalid] { words.append("invalid") }
    if words.count == 1, view.children.isEmpty == false || view.kind == .stack || view.kind == .row { return nil }
    return words.joined(separator: " ")
  }

  private static func quoted(_ text: String) -> String {
    "“" + text.split(whereSeparator: \.isNewline).joined(separator: " ⏎ ") + "”"
  }
}
