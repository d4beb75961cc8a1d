import EventStream
import Testing
import ViewKit

@Suite struct ContainerTests {
  let tree = ViewTree()

  @Test func `a tab shows its page and hides the others`() throws {
    let tabs = Tabs("Parts", [("One", Label("1")), ("Two", Label("2"))])
    var heard: [Int] = []
    tabs.onChange = { heard.append($0) }
    tree.root.add(tabs)
    #expect(tabs.children.dropFirst().map(\.isHidden) == [false, true])
    try tree.receive(Intent(.view(tabs.children[0].children[1].id), .tap))
    #expect(tabs.children.dropFirst().map(\.isHidden) == [true, false])
    #expect(heard == [1])
    tabs.selected = 0
    #expect(tabs.selected == 0)
    #expect(heard == [1])
  }

  @Test func `only what a menu offers can be done`() throws {
    var isDone = false
    let item = MenuItem("Delete", .danger) { isDone = true }
    let menu = Menu("More", item, MenuItem("Not yet"))
    tree.root.add(menu)
    try tree.receive(Intent(.view(item.id), .tap))
    #expect(isDone)
    #expect(throws: IntentRefusal.notAllowed) { try tree.receive(Intent(.view(menu.children[1].children[1].id), .tap)) }
    #expect(throws: IntentRefusal.notAllowed) { try tree.receive(Intent(.view(menu.children[0].id), .tap)) }
  }

  @Test func `a tab names the panel that it shows, to who can't see it`() {
    let tabs = Tabs("Parts", [("One", Label("1")), ("Two", Label("2"))])
    tree.root.add(tabs)
    let (heads, panels) = (tabs.children[0].children, tabs.children.dropFirst())
    #expect(heads.map { $0[number: .controls] } == panels.map(\.id))
    tabs.removeFromParent()
    tree.root.add(tabs)
    #expect(heads.map { $0[number: .controls] } == panels.map(\.id))
  }

  @Test func `a data table changes the cells that differ`() {
    let table = DataTable<Int>(
      "Squares", columns: [.heading("Number") { "\($0)" }, .number("Square") { "\($0 * $0)" }])
    tree.root.add(table)
    table.show([1, 2, 3])
    _ = tree.takeChanges()
    table.show([1, 5])
    #expect(table.count == 2)
    #expect(tree.takeChanges().views.filter { !$0.properties.isEmpty }.map { $0.view[text: .text] } == ["5", "25"])
    #expect(table.name == "Squares")
  }

  @Test func `progress is between nothing and all`() {
    let progress = Progress("Upload", fraction: 2)
    #expect(progress.fraction == 1)
    progress.fraction = -.infinity
    #expect(progress.fraction == 0)
    progress.fraction = nil
    #expect(progress.fraction == nil)
  }

  @Test func `a list takes items and gives them up`() {
    let list = List.bulleted(Label("a"), Label("b"))
    list.append(Label("c"))
    list.remove(at: 0)
    #expect(list.children.map { $0.children[0][text: .text] } == ["b", "c"])
  }

  @Test func `news make room for news`() {
    let toasts = Toasts()
    let controller = Controller()
    for text in ["a", "b", "c", "d"] { toasts.show(text, by: controller) }
    #expect(toasts.children.map { $0.children[0][text: .text] } == ["b", "c", "d"])
  }
}
