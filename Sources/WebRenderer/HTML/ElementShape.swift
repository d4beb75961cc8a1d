import ViewKit

/// Which element a view is, apart from what is set on it.
struct ElementShape: Sendable {
  let tag: StaticString
  /// What every view of the kind says on its element, ready to be written, with a space in front.
  var attributes: StaticString = ""
  /// The same, of views that have no attributes of their own.
  var defaults: StaticString = ""
  /// The class that the style sheet knows the kind by; empty for none.
  var style: StaticString = ""
  /// The part of the client that the view needs, by its name in ``ClientFiles/parts``; empty for none.
  var part: StaticString = ""
  /// Whether the element has no content and no end tag.
  var isVoid = false

  static func of(_ kind: ViewKind) -> ElementShape {
    switch kind {
    case .stack: ElementShape(tag: "div", style: "stack")
    case .row: ElementShape(tag: "div", style: "row")
    case .main: ElementShape(tag: "main")
    case .header: ElementShape(tag: "header")
    case .section: ElementShape(tag: "section")
    case .navigation: ElementShape(tag: "nav")
    case .form: ElementShape(tag: "form", attributes: " novalidate")
    case .field: ElementShape(tag: "label", style: "field")
    case .label, .text: ElementShape(tag: "span")
    // Focusable, so that keys can scroll it.
    case .code: ElementShape(tag: "pre", attributes: " tabindex=\"0\" role=\"region\" translate=\"no\"")
    case .error: ElementShape(tag: "span", attributes: " role=\"alert\"", style: "error")
    case .heading: ElementShape(tag: "h1")
    case .button: ElementShape(tag: "button", attributes: " type=\"button\"")
    case .link: ElementShape(tag: "a")
    case .textField:
      ElementShape(
        tag: "input", attributes: " type=\"text\" dir=\"auto\"", defaults: " autocomplete=\"off\"", isVoid: true)
    case .searchField:
      ElementShape(tag: "input", attributes: " type=\"search\" autocomplete=\"off\" dir=\"auto\"", isVoid: true)
    case .passwordField:
      ElementShape(
        tag: "input", attributes: " type=\"password\"", defaults: " autocomplete=\"current-password\"", isVoid: true)
    case .textArea: ElementShape(tag: "textarea", attributes: " autocomplete=\"off\" dir=\"auto\"")
    case .dateField:
      ElementShape(tag: "input", attributes: " type=\"date\" autocomplete=\"off\"", isVoid: true)
    case .checkbox: ElementShape(tag: "input", attributes: " type=\"checkbox\" autocomplete=\"off\"", isVoid: true)
    case .radioGroup: ElementShape(tag: "div", attributes: " role=\"radiogroup\"", style: "radios")
    case .radio: ElementShape(tag: "label", style: "radio")
    // A list without bullets isn't a list to some screen readers unless it says so.
    case .list: ElementShape(tag: "ul", attributes: " role=\"list\"")
    case .cell: ElementShape(tag: "li")
    case .listBox: ElementShape(tag: "ul", attributes: " role=\"listbox\" tabindex=\"0\"")
    case .option: ElementShape(tag: "li", attributes: " role=\"option\" tabindex=\"-1\"")
    case .dragHandle: ElementShape(tag: "button", attributes: " type=\"button\"", style: "handle")
    case .alertDialog: ElementShape(tag: "div", attributes: " role=\"alertdialog\" aria-modal=\"true\"")
    case .dialog: ElementShape(tag: "div", attributes: " role=\"dialog\" aria-modal=\"true\"")
    case .status: ElementShape(tag: "div", attributes: " role=\"status\"", style: "snackbar")
    case .backdrop: ElementShape(tag: "div", style: "backdrop")
    case .grid: ElementShape(tag: "div", style: "grid")
    case .card: ElementShape(tag: "article", style: "card")
    case .items: ElementShape(tag: "ul", attributes: " role=\"list\"", style: "items")
    case .numberedItems: ElementShape(tag: "ol", attributes: " role=\"list\"", style: "items")
    case .item: ElementShape(tag: "li")
    case .badge: ElementShape(tag: "span", style: "badge")
    case .disclosure: ElementShape(tag: "details", style: "disclosure")
    case .summary: ElementShape(tag: "summary")
    case .numberField: ElementShape(tag: "input", attributes: " type=\"number\" autocomplete=\"off\"", isVoid: true)
    case .slider: ElementShape(tag: "input", attributes: " type=\"range\" autocomplete=\"off\"", isVoid: true)
    case .select: ElementShape(tag: "select", attributes: " autocomplete=\"off\"")
    case .choice: ElementShape(tag: "option")
    case .fieldGroup: ElementShape(tag: "div", style: "field")
    case .image: ElementShape(tag: "img", attributes: " loading=\"lazy\" decoding=\"async\"", isVoid: true)
    case .decoration:
      ElementShape(tag: "img", attributes: " loading=\"lazy\" decoding=\"async\" alt=\"\"", isVoid: true)
    // Nothing in it runs or leads away; it may only load its own style sheets, for which it must be of this origin.
    case .embeddedPage:
      ElementShape(tag: "iframe", attributes: " sandbox=\"allow-same-origin\" loading=\"lazy\"", style: "page")
    case .progress: ElementShape(tag: "progress")
    // Its true tag is its own.
    case .element: ElementShape(tag: "div")
    case .dataTable: ElementShape(tag: "div", style: "datatable")
    case .table: ElementShape(tag: "table")
    case .tableHead: ElementShape(tag: "thead")
    case .tableBody: ElementShape(tag: "tbody")
    case .tableRow: ElementShape(tag: "tr")
    case .columnHeader: ElementShape(tag: "th", attributes: " scope=\"col\"")
    case .rowHeader: ElementShape(tag: "th", attributes: " scope=\"row\"")
    case .tableCell: ElementShape(tag: "td")
    case .tabBar: ElementShape(tag: "div", attributes: " role=\"tablist\"", part: "controls")
    case .tab: ElementShape(tag: "button", attributes: " type=\"button\" role=\"tab\"")
    case .tabPanel: ElementShape(tag: "div", attributes: " role=\"tabpanel\" tabindex=\"0\"")
    case .menu: ElementShape(tag: "div", style: "menu", part: "controls")
    case .menuButton: ElementShape(tag: "button", attributes: " type=\"button\" aria-haspopup=\"menu\"")
    case .menuItems: ElementShape(tag: "div", attributes: " role=\"menu\" popover")
    case .menuItem: ElementShape(tag: "button", attributes: " type=\"button\" role=\"menuitem\" tabindex=\"-1\"")
    case .toasts: ElementShape(tag: "div", attributes: " role=\"log\"", style: "toasts")
    case .toast: ElementShape(tag: "div", style: "toast")
    case .filePicker: ElementShape(tag: "div", style: "files", part: "controls")
    case .inputLabel: ElementShape(tag: "label")
    case .fileInput: ElementShape(tag: "input", attributes: " type=\"file\"", isVoid: true)
    }
  }
}
