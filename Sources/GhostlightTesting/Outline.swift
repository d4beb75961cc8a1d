internal import ViewKit

/// The visible elements of a screen in reading order, as a screen reader would find them.
struct Outline {
  struct Element: Sendable {
    let role: Role
    let name: String
    let text: String
    let value: String
    let looks: Set<String>
    let isChecked: Bool
    let isEnabled: Bool
    let isBusy: Bool
    let isInvalid: Bool
    let isReachable: Bool
    let href: String
    /// Whether its browser shows in another tab what it leads to.
    let opensTab: Bool
    let target: IntentTarget
    /// The form that Enter submits, if the element doesn't take it itself.
    let form: IntentTarget?
    let takesSubmit: Bool
    /// Whether Enter begins a new line in it.
    let takesLines: Bool
    /// Whether it ticks the boxes of all rows of a table.
    let ticksRows: Bool
    let children: Int
    /// The picker that files for it go to.
    let picker: IntentTarget?
    /// What can be chosen in it: what it is called, and what a browser says for it.
    let choices: [Choice]
    /// Whether it has what a screen reader needs to tell it from others.
    let isNamed: Bool

    /// Whether it leads to a path of the server. By bytes, as a browser reads it, to which two slashes are another server's, either way
    /// round.
    var hasPath: Bool {
      let target = href.utf8
      return target.starts(with: "/".utf8) && !target.starts(with: "//".utf8) && !target.starts(with: "/\\".utf8)
    }
  }

  struct Choice: Sendable {
    let name: String
    let value: String
  }

  private(set) var elements: [Element] = []

  /// What has been unfolded; `nil` for all.
  private let unfolded: Set<IntentTarget>?

  /// - Parameter unfolded: Which of what begins folded has been unfolded; `nil` for all.
  init(_ tree: ViewTree, unfolding unfolded: Set<IntentTarget>?) {
    self.unfolded = unfolded
    add(tree.root, reachable: true, form: nil) { .view($0.id) }
  }

  private mutating func add(
    _ view: View, reachable: Bool, form: IntentTarget?, target: (View) -> IntentTarget
  ) {
    if view.isHidden { return }
    let reachable = reachable && !view[flag: .isInert]
    let form = view.kind == .form ? target(view) : form
    elements.append(element(view, reachable, form, target(view)))
    // Nothing can be used in what can't be.
    let isUsable = reachable && view.isEnabled
    let isFolded = isFolded(view, target(view))
    for child in view.children where !isFolded || child.kind == .summary {
      add(child, reachable: isUsable, form: form, target: target)
    }
    guard let table = view.table else { return }
    table.forEachRow(asShown: true) { key, _, cell in
      add(cell, reachable: isUsable, form: form) { part in
        .row(table: table.id, key: key, part: table.part(part) ?? -1)
      }
    }
  }

  /// Whether of the view only the title is to be seen.
  private func isFolded(_ view: View, _ place: IntentTarget) -> Bool {
    view.kind == .disclosure && !view[flag: .isOpen] && unfolded?.contains(place) == false
  }

  private func element(
    _ view: View, _ reachable: Bool, _ form: IntentTarget?, _ target: IntentTarget
  ) -> Element {
    let text = view[text: .text]
    let children = view.table?.rowCount ?? view.children.count
    let isArea = view.kind == .textArea
    // Of several lines only what stands in a label's place is submitted.
    let takesSubmit = view.allowedIntents.contains(.submit) && (!isArea || view[flag: .isEditor])
    return Element(
      role: Role(view.kind), name: view.name.isEmpty ? (view as? Disclosure)?.title ?? text : view.name, text: text,
      value: view[text: .value],
      looks: view.looks,
      isChecked: view[flag: .isChecked] || view[flag: .isSelected], isEnabled: view.isEnabled, isBusy: view.isBusy,
      isInvalid: view[flag: .isInvalid], isReachable: reachable, href: view[text: .target],
      opensTab: (view as? Link)?.opensTab == true, target: target,
      form: Self.isLine(view.kind) ? form : nil, takesSubmit: takesSubmit, takesLines: isArea && !takesSubmit,
      ticksRows: view.kind == .checkbox && view.allowedIntents.contains(.select), children: children,
      picker: view.kind == .fileInput ? view.parent.map { .view($0.id) } : nil,
      choices: view.kind == .select ? Self.choices(of: view) : [],
      isNamed: !view.name.isEmpty || Self.hasWords(view))
  }

  /// Whether Enter in it submits the form that it stands in.
  private static func isLine(_ kind: ViewKind) -> Bool {
    switch kind {
    case .textField, .searchField, .passwordField, .dateField, .numberField, .slider: true
    default: false
    }
  }

  private static func choices(of select: View) -> [Choice] {
    select.children.filter(\.isEnabled).map { Choice(name: $0[text: .text], value: $0[text: .value]) }
  }

  /// Whether something is said in the view, by itself or by what stands in it.
  private static func hasWords(_ view: View) -> Bool {
    view[text: .text].contains { !$0.isWhitespace } || view.children.contains { !$0.isHidden && hasWords($0) }
  }
}

extension Role {
  init(_ kind: ViewKind) {
    self =
      switch kind {
      case .textField, .textArea, .passwordField: .textbox
      case .searchField: .searchbox
      case .dateField: .date
      case .button: .button
      case .link: .link
      case .checkbox: .checkbox
      case .radio: .radio
      case .radioGroup: .radiogroup
      case .list: .list
      case .cell: .listitem
      case .listBox: .listbox
      case .option: .option
      case .dragHandle: .button
      case .heading: .heading
      case .alertDialog: .alertdialog
      case .dialog: .dialog
      case .error: .alert
      case .status: .status
      case .form: .form
      case .numberField: .spinbutton
      case .slider: .slider
      case .select: .combobox
      case .progress: .progressbar
      case .image: .img
      case .card: .article
      case .items, .numberedItems: .list
      case .item: .listitem
      case .disclosure: .group
      case .table: .table
      case .tableRow: .row
      case .columnHeader: .columnheader
      case .rowHeader: .rowheader
      case .tableCell: .cell
      case .tabBar: .tablist
      case .tab: .tab
      case .tabPanel: .tabpanel
      case .menuButton: .button
      case .menuItems: .menu
      case .menuItem: .menuitem
      case .toasts: .log
      case .fileInput: .file
      default: .text
      }
  }
}
