import Foundation
import GhostBinding
import Testing
import ViewKit
import WebRenderer

@Suite struct HTMLRendererTests {
  func html(_ view: View) -> String {
    let tree = ViewTree(root: view)
    var renderer = HTMLRenderer()
    renderer.write(tree.root)
    return renderer.buffer.text
  }

  @Test func `text is shown as text, whatever it says`() {
    #expect(
      html(Label("<script>alert('1')</script> & \"x\""))
        == "<span id=\"v1\">&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;x&quot;</span>")
  }

  @Test func `names can't break out of their attribute`() {
    let button = Button("x")
    button.name = "\"><img src=x onerror=alert(1)>"
    #expect(html(button).contains("aria-label=\"&quot;&gt;&lt;img src=x onerror=alert(1)&gt;\""))
  }

  @Test(arguments: [
    "javascript:alert(1)", "JavaScript:x", "data:text/html,x", "//evil.example", "/\\evil.example", "x", "#v12", "#a b",
  ])
  func `a link leads to no script and to no other site by accident`(target: String) {
    #expect(html(Link("l", to: target)) == "<a id=\"v1\">l</a>")
  }

  @Test(arguments: ["/todos/1", "https://example.org/", "mailto:a@example.org", "#notes"])
  func `a link leads where it says`(target: String) {
    #expect(html(Link("l", to: target)).contains("href=\"\(target)\""))
  }

  @Test func `a table writes its rows and its template`() {
    let table = Table("Rows", cell: RowCell())
    table.show([Row(id: 1, title: "a&b")])
    #expect(
      html(table)
        == "<ul id=\"v1\" role=\"list\" aria-label=\"Rows\"><template><li data-p=\"0\"><span data-p=\"1\"></span></li>"
        + "</template><li data-k=\"1\"><span>a&amp;b</span></li></ul>")
  }

  /// A picture that was taken meanwhile showed it without the tick, and the answer, which the user's screen was taken to show, didn't
  /// put that right.
  @Test(arguments: [true, false])
  func `a row is written as its user has set it until that is answered`(isOn: Bool) throws {
    let table = Table("Rows", cell: TickedCell())
    table.onChange(\.box) { _, _ in }
    table.show([TickedRow(id: 1, isOn: !isOn), TickedRow(id: 2, isOn: false)])
    let tree = ViewTree(root: Stack.column(table))
    func boxes() -> [Bool] {
      var renderer = HTMLRenderer()
      renderer.write(tree.root)
      return renderer.buffer.text.components(separatedBy: "<li data-k").dropFirst().map { $0.contains(" checked") }
    }
    try tree.receive(Intent(.row(table: table.id, key: 1, part: 1), .change, .flag(isOn)))
    #expect(boxes() == [isOn, false])
    #expect(ScreenText.of(tree).contains(" checked") == !isOn)
    table.show([TickedRow(id: 1, isOn: isOn), TickedRow(id: 2, isOn: false)])
    tree.forgetChanges()
    #expect(boxes() == [isOn, false])
  }

  @Test func `an area keeps its first line feed`() {
    let area = TextInput.area("Notes")
    area.text = "\nx"
    #expect(html(area).contains(">\n\nx</textarea>"))
  }
}

struct Row: Identifiable, Equatable, ModelType {
  let id: Int
  var title: String
}

final class RowCell: TableCell, ViewType {
  let label = Label()
  override init() {
    super.init()
    add(label)
  }
  func take(_ row: Row) { label.text = row.title }
}

struct TickedRow: Identifiable, Equatable, ModelType {
  let id: Int
  var isOn: Bool
}

final class TickedCell: TableCell, ViewType {
  let box = Checkbox("Done")
  override init() {
    super.init()
    add(box)
  }
  func take(_ row: TickedRow) { box.isOn = row.isOn }
}
