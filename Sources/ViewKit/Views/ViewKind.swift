/// What a view is, as a renderer sees it: one kind is rendered one way.
public enum ViewKind: UInt8, Sendable, CaseIterable {
  /// Views one below the other.
  case stack
  /// Views side by side.
  case row
  /// The main part of a screen.
  case main
  /// The head of a screen or of a part of it.
  case header
  /// A part of a screen.
  case section
  /// Links to other screens.
  case navigation
  /// A ``Form``.
  case form
  /// A ``Field`` around an input that is one element: its label, the input, and what is wrong with it.
  case field
  /// A ``Label``: a line or paragraph of text.
  case label
  /// A ``Heading`` of whatever level.
  case heading
  /// A stretch of text in another view.
  case text
  /// A ``CodeBlock``.
  case code
  /// An ``ErrorLabel``: what is wrong with an input.
  case error
  /// A ``Button``.
  case button
  /// A ``Link``.
  case link
  /// A ``TextInput`` of one line.
  case textField
  /// A ``TextInput`` to search by.
  case searchField
  /// A ``TextInput`` for a password.
  case passwordField
  /// A ``TextInput`` of several lines.
  case textArea
  /// A ``TextInput`` for a date.
  case dateField
  /// A ``Checkbox``.
  case checkbox
  /// A ``RadioGroup``.
  case radioGroup
  /// One of the choices of a ``RadioGroup``.
  case radio
  /// A ``Table`` whose rows can't be selected.
  case list
  /// A row of it.
  case cell
  /// A ``Table`` whose rows can be selected.
  case listBox
  /// A row of it.
  case option
  /// A ``DragHandle``.
  case dragHandle
  /// An ``AlertDialog``.
  case alertDialog
  /// A ``Dialog``.
  case dialog
  /// A ``Status``.
  case status
  /// What lies between a screen and what is over it.
  case backdrop
  /// A ``Grid``.
  case grid
  /// A ``Card``.
  case card
  /// A ``List`` without numbers.
  case items
  /// A ``List`` with numbers.
  case numberedItems
  /// An item of a ``List``.
  case item
  /// A ``Badge``.
  case badge
  /// A ``Disclosure``.
  case disclosure
  /// The line of a ``Disclosure`` that is always shown.
  case summary
  /// A ``NumberField``.
  case numberField
  /// A ``Slider``.
  case slider
  /// A ``Select``.
  case select
  /// One of the choices of a ``Select``.
  case choice
  /// A ``Field`` around an input that is made of several elements.
  case fieldGroup
  /// An ``Image`` that says something.
  case image
  /// An ``Image`` that says nothing.
  case decoration
  /// A ``Progress``.
  case progress
  /// An ``Element``: what it is, its tag says.
  case element
  /// A ``DataTable``, with what it can be scrolled in.
  case dataTable
  /// The table in a ``DataTable``, or a ``Sheet``.
  case table
  /// The heads of a table's columns.
  case tableHead
  /// The rows of a table.
  case tableBody
  /// A row of a table.
  case tableRow
  /// The head of a column.
  case columnHeader
  /// The head of a row.
  case rowHeader
  /// A cell of a table.
  case tableCell
  /// A ``TabBar``.
  case tabBar
  /// A tab of it.
  case tab
  /// A ``TabPanel``.
  case tabPanel
  /// A ``Menu``, closed or open.
  case menu
  /// The button that opens it.
  case menuButton
  /// What it shows when it is open.
  case menuItems
  /// Something to do in it.
  case menuItem
  /// ``Toasts``.
  case toasts
  /// One of them.
  case toast
  /// A ``FilePicker``.
  case filePicker
  /// The input in it.
  case fileInput
  /// An ``EmbeddedPage``.
  case embeddedPage
  /// An ``InputLabel``.
  case inputLabel
}

extension ViewKind {
  /// Whether its user ticks it, or chooses it, and sees that at once.
  var isTicked: Bool { self == .checkbox || self == .radio }

  /// Whether its user types into it, and what is typed may be heard of before it is all.
  var isTypedInto: Bool {
    switch self {
    case .textField, .searchField, .passwordField, .textArea, .dateField: true
    default: false
    }
  }
}

extension ViewKind {
  /// Whether a browser's form knows it by its name in the document.
  var isNamedByForms: Bool {
    switch self {
    case .button, .dragHandle, .tab, .menuButton, .menuItem, .textField, .searchField, .passwordField, .textArea,
      .dateField, .numberField, .slider, .select, .checkbox, .radio, .fileInput, .image, .decoration:
      true
    default: false
    }
  }
}

extension ViewKind {
  private static let words = allCases.map { "\($0)" }

  /// What it is called, such as `stack`: in recordings too, so that other programs know it. Printing it takes ten times as long.
  var word: String { Self.words[Int(rawValue)] }
}
