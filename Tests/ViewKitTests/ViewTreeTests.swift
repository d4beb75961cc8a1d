import Testing
@testable import ViewKit

@Suite struct ViewTreeTests {
  @Test(arguments: [Property.isBusy, .isHidden, .isDisabled, .isInert])
  func `what isn't in a user's way any more lets him do more`(property: Property) {
    let label = Label("here")
    let tree = ViewTree(root: label)
    label[flag: property] = true
    #expect(!tree.letsDoMore)
    label[flag: property] = false
    #expect(tree.letsDoMore)
    tree.endTurn()
    label.text = "still here"
    #expect(!tree.letsDoMore)
  }

  @Test func `a box that a user has clicked since isn't changed by the answer to an earlier click`() throws {
    let box = Checkbox("all")
    let tree = ViewTree(root: box)
    var waiting: Set<UInt64> = [1]
    tree.isUnanswered = { !$0.isDisjoint(with: waiting) }
    try tree.receive(Intent(.view(box.id), .change, .flag(false)))
    tree.wait(for: [1], target: .view(box.id))
    box.isOn = true
    box.name = "everything"
    #expect(tree.takeChanges().views.map(\.properties) == [[.name]])
    waiting = []
    #expect(tree.takeChanges().views.map(\.properties) == [[.isChecked]])
    #expect(!tree.hasChanges)
  }

  @Test func `a box that waits for its answer does so under another number too`() throws {
    let box = Checkbox("all")
    let tree = ViewTree(root: box)
    tree.isUnanswered = { _ in true }
    try tree.receive(Intent(.view(box.id), .change, .flag(false)))
    tree.wait(for: [1], target: .view(box.id))
    tree.renumberAnew()
    tree.forgetChanges()
    box.isOn = true
    #expect(tree.takeChanges().views.map(\.properties) == [[]])
  }

  @Test func `the answer to an earlier choice of a group doesn't take a later one back`() throws {
    let group = RadioGroup("Colour", [("a", "A"), ("b", "B"), ("c", "C")], selected: "a")
    let tree = ViewTree(root: group)
    var waiting: Set<UInt64> = [1, 2]
    tree.isUnanswered = { !$0.isDisjoint(with: waiting) }
    for place in 1...2 {
      let radio = group.children[place]
      try tree.receive(Intent(.view(radio.id), .change, .flag(true)))
      tree.wait(for: [UInt64(place)], target: .view(radio.id))
    }
    waiting = [2]
    group.selected = "b"
    #expect(tree.takeChanges().views.allSatisfy { $0.properties.isEmpty })
    waiting = []
    group.selected = "c"
    let changes = tree.takeChanges().views
    #expect(changes.map { $0.view[flag: .isChecked] } == [false, true])
    #expect(changes.map(\.properties) == [[.isChecked], [.isChecked]])
    #expect(!tree.hasChanges)
  }

  @Test(arguments: ["toggle-all", "tbody", "v", "v1x", "V1"])
  func `an anchor is a name`(name: String) { #expect(Anchor.isValid(name)) }

  @Test(arguments: ["", "1a", "v12", "a b", "a\"", "ä", "-a"])
  func `what is no name, or the framework's own, is no anchor`(name: String) { #expect(!Anchor.isValid(name)) }

  @Test func `a field isn't called as browsers call something of every element`() {
    for name in ["children", "id", "firstElementChild"] {
      #expect(!Anchor.isValid(name, for: .numberField))
      #expect(Anchor.isValid(name, for: .heading))
    }
    #expect(Anchor.isValid("title", for: .textField))
  }

  let tree = ViewTree()

  @Test func `views are found by their numbers, whatever has come and gone between them`() {
    let labels = (0..<40).map { Label("\($0)") }
    let row = Stack.row()
    tree.root.add(row)
    for label in labels { row.add(label) }
    for index in [3, 39, 0, 17, 16] { labels[index].removeFromParent() }
    tree.root.add(labels[17])
    let standing = labels.filter { $0.id > 0 }
    #expect(standing.count == 36)
    #expect(tree.count == 38)
    for view in standing { #expect(tree.view(view.id) === view) }
    #expect(tree.view(0) == nil)
    #expect(tree.view(labels[17].id + 1) == nil)
    row.removeFromParent()
    #expect(tree.count == 2)
    #expect(tree.view(labels[17].id) === labels[17])
  }

  @Test func `children's numbers before a change are told of each view that it concerns`() {
    let row = Stack.row(), label = Label("a")
    row.add(label)
    tree.root.add(row)
    _ = tree.takeChanges()
    row.add(Label("b"))
    row.add(Label("c"))
    tree.root.add(Label("d"))
    label.text = "e"
    let before = tree.takeChanges().views.map(\.childrenBefore)
    #expect(before == [[label.id], [row.id], nil])
    row.add(Label("f"))
    #expect(tree.takeChanges().views.map { $0.childrenBefore?.count } == [3])
  }

  @Test func `a change is recorded once, with what it comes to`() {
    let label = Label("a")
    tree.root.add(label)
    _ = tree.takeChanges()
    label.text = "b"
    label.text = "c"
    let changes = tree.takeChanges()
    #expect(changes.views.count == 1)
    #expect(changes.views.first?.properties == [.text])
    #expect(!tree.hasChanges)
  }

  @Test func `setting what is there already changes nothing`() {
    let label = Label("a")
    tree.root.add(label)
    _ = tree.takeChanges()
    label.text = "a"
    #expect(!tree.hasChanges)
  }

  @Test func `views that have left can't be found or acted on`() {
    var taps = 0
    let button = Button("b") { taps += 1 }
    tree.root.add(button)
    let id = button.id
    #expect(tree.view(id) === button)
    button.removeFromParent()
    #expect(tree.view(id) == nil)
    #expect(throws: IntentRefusal.notOnScreen) { try tree.receive(Intent(.view(id), .tap)) }
    #expect(taps == 0)
  }

  @Test func `what is hidden, disabled or covered can't be acted on`() throws {
    var taps = 0
    let button = Button("b") { taps += 1 }
    let stack = Stack.column(button)
    tree.root.add(stack)
    let tap = Intent(.view(button.id), .tap)
    try tree.receive(tap)
    stack.isHidden = true
    #expect(throws: IntentRefusal.notReachable) { try tree.receive(tap) }
    stack.isHidden = false
    button.isEnabled = false
    #expect(throws: IntentRefusal.notReachable) { try tree.receive(tap) }
    button.isEnabled = true
    stack.isEnabled = false
    #expect(throws: IntentRefusal.notReachable) { try tree.receive(tap) }
    stack.isEnabled = true
    stack[flag: .isInert] = true
    #expect(throws: IntentRefusal.notReachable) { try tree.receive(tap) }
    #expect(taps == 1)
  }

  @Test func `of a group, a menu or a bar that is disabled nothing can be used`() {
    let group = RadioGroup("Colour", [("a", "A"), ("b", "B")], selected: "a")
    let menu = Menu("More", MenuItem("Delete") {})
    let bar = TabBar("Pages", [(1, "One"), (2, "Two")], selected: 1)
    let picker = FilePicker("Photo")
    tree.root.add(group, menu, bar, picker)
    let all: [View] = [group, menu, bar, picker]
    for view in all { view.isEnabled = false }
    #expect(!all.flatMap(\.withDescendants).contains { $0.isReachable })
    for view in all { view.isEnabled = true }
    #expect(group.children.allSatisfy { $0.isReachable })
    #expect(menu.children.allSatisfy { $0.isReachable })
  }

  @Test func `a view does only what its kind does`() {
    let label = Label("x")
    let button = Button("b") {}
    tree.root.add(label, button)
    #expect(throws: IntentRefusal.notAllowed) { try tree.receive(Intent(.view(label.id), .tap)) }
    #expect(throws: IntentRefusal.notAllowed) { try tree.receive(Intent(.view(button.id), .change, .text("x"))) }
  }

  @Test func `what the user typed is not sent back, what the app makes of it is`() throws {
    let input = TextInput.line("Name")
    input.onChange = { input.text = $0.uppercased() }
    tree.root.add(input)
    _ = tree.takeChanges()
    try tree.receive(Intent(.view(input.id), .change, .text("abc")))
    #expect(input.text == "ABC")
    #expect(tree.takeChanges().views.first?.properties == [.value])
    try tree.receive(Intent(.view(input.id), .change, .text("ABC")))
    #expect(!tree.hasChanges)
  }

  @Test func `an input that empties itself is empty when it is submitted`() throws {
    let input = TextInput.line("New")
    input.clearsOnSubmit = true
    var submitted: [String] = []
    input.onSubmit = { submitted.append($0) }
    tree.root.add(input)
    _ = tree.takeChanges()
    try tree.receive(Intent(.view(input.id), .submit, .text("milk")))
    #expect(submitted == ["milk"])
    #expect(input.text == "")
    #expect(!tree.hasChanges)
  }

  @Test func `views don't keep one another alive`() {
    weak var gone: View?
    do {
      let tree = ViewTree()
      let stack = Stack.column(Label("a"))
      gone = stack
      tree.root.add(stack)
    }
    #expect(gone == nil)
  }
}
