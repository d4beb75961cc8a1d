/// What a view is, as a renderer sees it: one kind is rendered one way.
public enum ViewKind: UInt8, Sendable, CaseIterable {
  case stack, row, main, header, section, navigation, form, field, label, heading, text, code, error
  case button, link
  case textField, searchField, textArea, dateField, checkbox, radioGroup, radio
  case list, cell, listBox, option, dragHandle
  case alertDialog, dialog, status, backdrop
  case grid, card, items, numberedItems, item, badge, disclosure, summary
  case numberField, slider, select, choice, fieldGroup
  case image, decoration, progress, element
  case dataTable, table, tableHead, tableBody, tableRow, columnHeader, rowHeader, tableCell
  case tabBar, tab, tabPanel, menu, menuButton, menuItems, menuItem, toasts, toast
  case filePicker, fileInput
  case embeddedPage
  case inputLabel
}

extension ViewKind {
  /// Whether its user ticks it, or chooses it, and sees that at once.
  var isTicked: Bool { self == .checkbox || self == .radio }
}
