import GhostBinding
import Testing
import ViewKit
import WebRenderer

/// What views are in a browser.
@Suite struct ViewHTMLTests {
  func html(_ view: View) -> String {
    let tree = ViewTree(root: view)
    var renderer = HTMLRenderer()
    renderer.write(tree.root)
    return renderer.buffer.text
  }

  func patch(_ view: View, _ change: () -> Void) -> String? {
    let tree = ViewTree(root: view)
    change()
    return PatchRenderer.operations(tree.takeChanges())?.text
  }

  @Test func `markup is words in elements, whatever the words say`() {
    let label = Label(markup: ["a<b ", .strong("<i>"), .code("&"), .emphasised("e"), .link("l", to: "javascript:x")])
    let expected =
      "a&lt;b <strong>&lt;i&gt;</strong><code>&amp;</code><em>e</em><a>l</a>"
    #expect(html(label) == "<span id=\"v1\">\(expected)</span>")
    #expect(label.text == "a<b <i>&el")
    #expect(patch(label) { label.markup = [.strong("\"x\"")] } == "[[0,1,\"<\",\"<strong>&quot;x&quot;</strong>\"]]")
    #expect(patch(label) { label.text = "plain" } == "[[0,1,\"\",\"plain\"]]")
  }

  @Test func `a view with an anchor has that as its id, and a label for it finds it`() {
    let box = Checkbox()
    box.anchor("toggle-all")
    let plain = Checkbox()
    let view = Stack.section(box, InputLabel("All", for: box), plain, InputLabel("One", for: plain))
    let input = " type=\"checkbox\" autocomplete=\"off\">"
    #expect(
      html(view)
        == "<section id=\"v1\"><input id=\"toggle-all\" data-v=\"2\"\(input)<label id=\"v3\" for=\"toggle-all\">All</label>"
        + "<input id=\"v4\"\(input)<label id=\"v5\" for=\"v4\">One</label></section>")
    #expect(patch(view) { box.isOn = true } == "[[0,2,\".checked\",1]]")
  }

  @Test func `an input that stands for a label says so to the client`() {
    let label = InputLabel("milk"), edit = TextInput.line()
    edit.stands(for: label)
    #expect(html(label) == "<label id=\"v1\" data-d=\"editing\">milk</label>")
    #expect(html(edit).contains(" data-b") && !html(edit).contains(" data-i"))
    let trimmed = TextInput.line()
    trimmed.stands(for: label, trims: true)
    #expect(html(trimmed).contains(" data-i"))
  }

  @Test func `a link leads behind the sign too, and one with a closure is a button that looks like a link`() {
    #expect(html(Link("Active", to: "#/active")) == "<a id=\"v1\" href=\"#/active\" data-x=\"hash\">Active</a>")
    #expect(html(Link("Notes", to: "#notes")) == "<a id=\"v1\" href=\"#notes\" data-x=\"hash\">Notes</a>")
    let label = Label(markup: ["See ", .link("notes", to: "#notes")])
    #expect(html(label) == "<span id=\"v1\" data-x=\"hash\">See <a href=\"#notes\">notes</a></span>")
    #expect(html(Link("Elsewhere", to: "#javascript:x")) == "<a id=\"v1\">Elsewhere</a>")
    let link = Link("Select")
    link.onTap = {}
    #expect(html(link) == "<a id=\"v1\" role=\"button\" tabindex=\"0\">Select</a>")
  }

  @Test(arguments: ["tel:+4930123456", "sms:+4930123456", "mailto:ann@example.org", "HTTPS://example.org/", "/todos"])
  func `a link leads to addresses that browsers and telephones know`(target: String) {
    #expect(html(Link("x", to: target)) == "<a id=\"v1\" href=\"\(target)\">x</a>")
    #expect(html(Label(markup: [.link("x", to: target)])).contains("<a href=\"\(target)\">x</a>"))
  }

  @Test(arguments: ["javascript:x", "data:text/html,x", "//example.org", "#", "todos"])
  func `a link to anything else can't be pressed`(target: String) {
    #expect(html(Link("x", to: target)) == "<a id=\"v1\">x</a>")
    let link = Link("x", to: "/todos")
    #expect(patch(link) { link.target = target } == "[[0,1,\"href\",null]]")
  }

  @Test func `what is wrong with a box stands outside its label, but in a row, where nothing has a number`() {
    let box = " type=\"checkbox\" autocomplete=\"off\" aria-label=\"Terms\""
    #expect(
      html(Field("Terms", Checkbox()))
        == "<div id=\"v1\" class=\"field\"><label id=\"v2\" class=\"caption\" for=\"v3\">Terms</label>"
        + "<input id=\"v3\"\(box)><span id=\"v4\" role=\"alert\" hidden class=\"error\"></span></div>")
    final class TermsCell: TableCell, ViewType {
      let terms = Field("Terms", Checkbox())
      override init() {
        super.init()
        add(terms)
      }
      func take(_ word: Word) {}
    }
    #expect(
      html(Table("Words", cell: TermsCell())).contains(
        "<label data-p=\"1\" class=\"field\"><span data-p=\"2\" class=\"caption\">Terms</span><input data-p=\"3\"\(box)>"
      ))
  }

  @Test func `an input says what it is for, and no browser fills in what is for nothing`() {
    #expect(html(TextInput.line()) == "<input id=\"v1\" type=\"text\" dir=\"auto\" autocomplete=\"off\">")
    #expect(
      html(TextInput.line(purpose: .email))
        == "<input id=\"v1\" type=\"text\" dir=\"auto\" autocomplete=\"email\" inputmode=\"email\">")
    #expect(html(TextInput.line(purpose: .username)).contains(" autocomplete=\"username\">"))
    #expect(html(TextInput.password()).contains(" autocomplete=\"current-password\""))
    #expect(html(TextInput.password(purpose: .newPassword)).contains(" autocomplete=\"new-password\""))
  }

  @Test func `a sheet is a table whose rows are a table's`() {
    final class WordCell: TableCell, ViewType {
      let word = SheetCell(looks: ["word"])
      override init() {
        super.init()
        add(word)
      }
      func take(_ word: Word) { self.word.text = word.id }
    }
    let rows = Table(rowsOf: "Words", cell: WordCell())
    rows.anchor("words")
    rows.show([Word(id: "milk")])
    #expect(
      html(Sheet(rows, looks: ["table"]))
        == "<table id=\"v1\" aria-label=\"Words\" class=\"table\"><tbody id=\"words\" data-v=\"2\">"
        + "<template><tr data-p=\"0\"><td data-p=\"1\" class=\"word\"></td></tr></template>"
        + "<tr data-k=\"1\"><td class=\"word\">milk</td></tr></tbody></table>")
  }

  @Test func `a sheet has heads over its columns`() {
    final class WordCell: TableCell, ViewType {
      func take(_ word: Word) {}
    }
    #expect(
      html(Sheet(Table(rowsOf: "Words", cell: WordCell()), heads: ["Word", "Length"])).hasPrefix(
        "<table id=\"v1\" aria-label=\"Words\"><thead id=\"v2\"><tr id=\"v3\"><th id=\"v4\" scope=\"col\">Word</th>"
          + "<th id=\"v5\" scope=\"col\">Length</th></tr></thead><tbody id=\"v6\">"))
  }

  struct Word: Identifiable, Equatable, ModelType { let id: String }

  @Test func `a select says which of its options is chosen`() {
    let select = Select("Size", [(1, "S"), (2, "L")], selected: 2)
    #expect(
      html(select)
        == "<select id=\"v1\" autocomplete=\"off\" aria-label=\"Size\"><option id=\"v2\" value=\"=S\">S</option>"
        + "<option id=\"v3\" value=\"=L\" selected>L</option></select>")
    #expect(patch(select) { select.selected = 1 } == "[[0,1,\".value\",\"=S\"]]")
  }

  /// They came as new ones, of which one said that it was chosen, whatever the user had chosen meanwhile.
  @Test func `options that stay aren't written again, and what is chosen is said behind the new ones`() {
    let select = Select("Size", [(1, "S"), (2, "L")], selected: 2)
    #expect(
      patch(select) { select.offer([(2, "L"), (3, "XL")]) }
        == "[[3,2],[2,1,\"<option id=\\\"v4\\\" value=\\\"=XL\\\">XL</option>\",0],[0,1,\".value\",\"=L\"]]")
    #expect(html(Stack.column(Select("Size", [(1, "S")]))).contains(" selected>S"))
  }

  @Test func `what can't be used says so where a browser knows it, and is inert elsewhere`() {
    let form = Form(Label("x"))
    #expect(
      patch(form) { form.isEnabled = false }
        == "[[0,1,\"@\",{\"aria-disabled\":\"true\",\"inert\":\"\"}]]")
    #expect(html(form).hasPrefix("<form id=\"v1\" novalidate aria-disabled=\"true\" inert=\"\">"))
    #expect(patch(form) { form.isEnabled = true } == "[[0,1,\"@\",{\"aria-disabled\":null,\"inert\":null}]]")
    let group = RadioGroup("g", [(1, "One")], selected: 1)
    #expect(
      patch(group) { group.isEnabled = false }
        == "[[0,1,\"aria-disabled\",\"true\"],[0,2,\"1disabled\",\"\"]]")
    #expect(html(group).contains(" checked disabled><span>One"))
    let menu = Menu("More", MenuItem("Delete") {})
    menu.isEnabled = false
    #expect(html(menu).contains("aria-haspopup=\"menu\" disabled>More"))
  }

  @Test func `a prompt is shown, and can't be chosen where a choice must be made`() {
    let written = html(Select<Int>("", [], prompt: "Choose…"))
    #expect(written.contains("<option id=\"v2\" value selected>Choose…</option>"))
    let required = Field("Size", Select("", [(1, "S")], prompt: "Choose…"), .required("Choose one."))
    #expect(html(required).contains(" value disabled selected>Choose…</option>"))
  }

  @Test func `numbers and sliders have their limits`() {
    #expect(
      html(NumberField("n", minimum: 1.5, number: 2))
        == "<input id=\"v1\" type=\"number\" autocomplete=\"off\" aria-label=\"n\" value=\"2\" min=\"1.5\" step=\"any\">"
    )
    #expect(
      html(Slider("s", in: 0...10, step: 5, number: 5))
        == "<input id=\"v1\" type=\"range\" autocomplete=\"off\" aria-label=\"s\" value=\"5\" min=\"0\" max=\"10\" step=\"5\">"
    )
  }

  @Test func `progress that nobody knows has no value`() {
    let bar = Progress("Upload")
    #expect(html(bar) == "<progress id=\"v1\" aria-label=\"Upload\"></progress>")
    #expect(patch(bar) { bar.fraction = 0.5 } == "[[0,1,\"value\",\"0.5\"]]")
    #expect(patch(bar) { bar.fraction = nil } == "[[0,1,\"value\",null]]")
  }

  @Test func `a picture has words, or is passed over`() {
    #expect(html(Image("/a.png", alternative: "A & B")).contains(" alt=\"A &amp; B\" src=\"/a.png\""))
    #expect(html(Image.decorative("/a.png")).contains(" alt=\"\" src=\"/a.png\""))
  }

  @Test(arguments: [
    "//evil.example/x", "javascript:x", "https://evil.example/x", "data:image/svg+xml,x", "/\\evil.example",
  ])
  func `a picture comes from nowhere else`(source: String) {
    #expect(!html(Image(source, alternative: "x")).contains("src"))
  }

  @Test func `an element of one's own has its tag, its attributes and its content`() {
    let element = Element(.figure, looks: ["wide"], attributes: [.language("fr"), .tip("\"><script>")], Label("x"))
    #expect(
      html(element)
        == "<figure id=\"v1\" class=\"wide\" lang=\"fr\" title=\"&quot;&gt;&lt;script&gt;\"><span id=\"v2\">x</span></figure>"
    )
    #expect(
      patch(element) {
        element.set(.language("de"))
        element.removeAttribute("title")
      } == "[[0,1,\"@\",{\"lang\":\"de\",\"title\":null}]]")
  }

  @Test func `an element without content has no end tag, and a listing keeps its first line feed`() throws {
    #expect(html(Element(try ElementTag("hr"))) == "<hr id=\"v1\">")
    #expect(html(Element(.preformatted, text: "\nx")).contains(">\n\nx</pre>"))
  }

  @Test func `a data table is a table with heads`() {
    let table = DataTable<Int>("N", columns: [.heading("A") { "\($0)" }, .number("B") { "\($0 + 1)" }], rows: [1])
    #expect(
      html(table)
        == "<div id=\"v1\" class=\"datatable\"><table id=\"v2\" aria-label=\"N\"><thead id=\"v3\"><tr id=\"v4\">"
        + "<th id=\"v5\" scope=\"col\">A</th><th id=\"v6\" scope=\"col\" class=\"number\">B</th></tr></thead>"
        + "<tbody id=\"v7\"><tr id=\"v8\"><th id=\"v9\" scope=\"row\">1</th><td id=\"v10\" class=\"number\">2</td></tr>"
        + "</tbody></table></div>")
  }

  @Test func `tabs say which is selected and which is not`() {
    let written = html(Tabs("T", [("One", Label("1")), ("Two", Label("2"))]))
    #expect(written.contains("role=\"tab\" aria-controls=\"v5\" aria-selected=\"true\">One</button>"))
    #expect(written.contains("role=\"tab\" aria-controls=\"v7\" aria-selected=\"false\">Two</button>"))
    #expect(written.contains("role=\"tabpanel\" tabindex=\"0\" aria-label=\"Two\" hidden>"))
  }
}
