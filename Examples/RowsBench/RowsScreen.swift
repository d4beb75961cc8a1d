import Ghostlight

/// How the benchmark prescribes the page.
struct RowsScreen: Screen {
  let run = Self.button("Create 1,000 rows", "run")
  let runLots = Self.button("Create 10,000 rows", "runlots")
  let append = Self.button("Append 1,000 rows", "add")
  let update = Self.button("Update every 10th row", "update")
  let clear = Self.button("Clear", "clear")
  let swap = Self.button("Swap Rows", "swaprows")
  let table = Table(rowsOf: "Rows", cell: RowCell())
  let view: View

  init() {
    table.anchor("tbody")
    table.selects(by: \.label, look: "danger")
    table.removes(by: \.remove)
    let buttons = Self.division("row")
    for button in [run, runLots, append, update, clear, swap] {
      buttons.add(Self.division("col-sm-6 smallpad", button))
    }
    let head = Self.division(
      "jumbotron",
      Self.division("row", Self.division("col-md-6", Heading("Ghostlight keyed")), Self.division("col-md-6", buttons)))
    let icon = Element(
      .span, looks: ["preloadicon", "glyphicon", "glyphicon-remove"], attributes: [.hiddenFromReaders])
    let sheet = Sheet(table, looks: ["table", "table-hover", "table-striped", "test-data"])
    let main = Self.division("", Self.division("container", head, sheet, icon))
    main.anchor("main")
    view = main
  }

  private static func division(_ looks: String, _ views: View...) -> Element {
    let division = Element(.division, looks: Set(looks.split(separator: " ").map(String.init)))
    for view in views { division.add(view) }
    return division
  }

  private static func button(_ text: String, _ anchor: StaticString) -> Button {
    let button = Button(text, looks: ["btn", "btn-primary", "btn-block"])
    button.anchor(anchor)
    return button
  }
}
