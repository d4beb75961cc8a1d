import Testing

@testable import ViewKit

/// What inputs take from a browser, and what they refuse.
@Suite struct InputTests {
  let tree = ViewTree()

  func change(_ view: View, _ value: IntentValue) throws {
    if view.id == 0 { tree.root.add(view) }
    try tree.receive(Intent(.view(view.id), .change, value))
  }

  // MARK: Numbers

  @Test func `a number within the limits arrives`() throws {
    let field = NumberField("Age", minimum: 0, maximum: 150)
    var heard: [Int?] = []
    field.onChange = { heard.append($0) }
    try change(field, .text("42"))
    try change(field, .text(""))
    #expect(heard == [42, nil])
  }

  @Test(arguments: [
    ("-1", NumberProblem.tooSmall(least: 0)), ("151", .tooLarge(greatest: 150)), ("1.5", .notANumber),
    ("x", .notANumber),
    ("0x10", .notANumber), ("nan", .notANumber), ("inf", .notANumber), ("99999999999999999999", .notANumber),
  ])
  func `a wrong number stays to be seen and reaches nobody`(text: String, problem: NumberProblem<Int>) throws {
    let field = NumberField("Age", minimum: 0, maximum: 150, number: 7)
    var heard: [Int?] = []
    field.onChange = { heard.append($0) }
    try change(field, .text(text))
    #expect(heard == [nil])
    #expect(field.number == nil)
    #expect(field.problem == problem)
    #expect(field[flag: .isInvalid])
    try change(field, .text("8"))
    #expect(field.number == 8)
    #expect(!field[flag: .isInvalid])
  }

  @Test func `steps are counted from the least number`() throws {
    let field = NumberField("Price", minimum: 0.1, step: 0.1, number: 0.3)
    #expect(field.number == 0.3)
    try change(field, .text("0.35"))
    #expect(field.problem == .betweenSteps(of: 0.1))
  }

  @Test(arguments: [5_000.005, 123_456.785, 1_000_000.001, 10_000_000_000.005])
  func `between steps is between them, however large the number is`(number: Double) {
    #expect(!number.isReached(from: 0, by: 0.01))
  }

  @Test(arguments: [0.29, 1.15, 5_000.01, 123_456.78, 9_999_999_999.99])
  func `a number in steps is reached, however large it is`(number: Double) {
    #expect(number.isReached(from: 0, by: 0.01))
    #expect((number + 0.03).isReached(from: 0.03, by: 0.01))
  }

  @Test(arguments: [(-180, 0.000_001), (-90, 0.000_000_1), (1_000, 0.000_000_1)])
  func `a number in fine steps is reached near the least one`(least: Double, step: Double) {
    let missed = (1...200).filter { count in
      Double(fieldText: (least + Double(count) * step).fieldText)?.isReached(from: least, by: step) != true
    }
    #expect(missed.isEmpty)
    #expect(!(least + 10.5 * step).isReached(from: least, by: step))
  }

  @Test func `the greatest and least numbers don't overflow`() throws {
    let field = NumberField("Any", minimum: Int.min, step: 2)
    try change(field, .text("\(Int.max)"))
    #expect(field.problem == .betweenSteps(of: 2))
  }

  @Test(arguments: [IntentValue.flag(true), .none, .text(String(repeating: "1", count: 65))])
  func `what no field for numbers sends is refused`(value: IntentValue) {
    let field = NumberField("Age", number: 7)
    #expect(throws: IntentRefusal.self) { try change(field, value) }
    #expect(field.number == 7)
  }

  // MARK: Sliders

  @Test func `a slider takes numbers in its range`() throws {
    let slider = Slider("Volume", in: 0...10, number: 3)
    var heard: [Int] = []
    slider.onChange = { heard.append($0) }
    try change(slider, .text("10"))
    #expect(heard == [10])
    #expect(slider.number == 10)
  }

  @Test(arguments: [IntentValue.text("11"), .text("-1"), .text("2.5"), .text(""), .text("x"), .flag(true)])
  func `a slider refuses everything else`(value: IntentValue) {
    let slider = Slider("Volume", in: 0...10, number: 3)
    #expect(throws: IntentRefusal.self) { try change(slider, value) }
    #expect(slider.number == 3)
  }

  @Test func `a slider set beyond its range stands at its end`() {
    let slider = Slider("Volume", in: 0...10, number: 30)
    #expect(slider.number == 10)
    #expect(Slider("Share", in: 0.0...1.0, step: 0.1, number: 0.7).number == 0.7)
  }

  @Test(arguments: [(0, 0), (1, 0), (2, 3), (4, 3), (5, 6), (9, 9), (10, 9), (30, 9), (-4, 0)])
  func `a slider set between its steps stands where its page shows it`(set: Int, number: Int) {
    #expect(Slider("Volume", in: 0...10, step: 3, number: set).number == number)
  }

  @Test func `of two steps as near the greater is taken, and fractions have no more digits than they need`() {
    #expect(Slider("Volume", in: 1...9, step: 2, number: 4).number == 5)
    #expect(Slider("Volume", in: 1...8, step: 2, number: 8).number == 7)
    #expect(Slider("Share", in: 0.1...1.0, step: 0.1, number: 0.72).number == 0.7)
    #expect(Slider("Share", in: 0.0...1.0, step: 0.3, number: 1).number == 0.9)
    #expect(Slider("Any", in: Int.min...Int.max, step: Int.max, number: 7).number == -1)
    #expect(Slider("Share", in: 0.0...1.0, number: 0.123).number == 0.123)
  }

  // MARK: Choices

  @Test func `a group set to what it doesn't offer shows its first choice, and holds that`() {
    let group = RadioGroup("Size", [("s", "Small"), ("l", "Large")], selected: "x")
    #expect(group.children.map { $0[flag: .isChecked] } == [true, false])
    group.selected = "l"
    #expect(group.selected == "l")
    group.selected = "y"
    #expect(group.children.map { $0[flag: .isChecked] } == [true, false])
    #expect(group.selected == "s")
  }

  @Test func `a select takes one of its choices`() throws {
    let select = Select("Colour", [("r", "Red"), ("g", "Green")])
    #expect(select.selected == "r")
    var heard: [String] = []
    select.onChange = { heard.append($0) }
    try change(select, .text(select.children[1][text: .value]))
    #expect(heard == ["g"])
    #expect(select.selected == "g")
  }

  @Test(arguments: [
    IntentValue.text("3"), .text("0"), .text(" 1"), .text("+1"), .text("Red"), .text("=Blue"),
    .text("2=Red"), .flag(true), .none,
  ])
  func `a select refuses what it doesn't offer`(value: IntentValue) {
    let select = Select("Colour", [("r", "Red"), ("g", "Green")], prompt: "Choose…")
    #expect(throws: IntentRefusal.wrongValue(expected: "one of the choices")) { try change(select, value) }
    #expect(select.selected == nil)
  }

  /// Whoever had chosen couldn't have nothing chosen again.
  @Test func `a choice is taken back by the prompt, and whoever listens hears of it`() throws {
    let select = Select("Colour", [("r", "Red"), ("g", "Green")], selected: "g", prompt: "Choose…")
    var heard: [String?] = []
    select.onChange = { heard.append($0) }
    select.onClear = { heard.append(nil) }
    #expect(select.children[0].isEnabled)
    try change(select, .text(""))
    #expect(select.selected == nil)
    try change(select, .text("=Red"))
    #expect(select.selected == "r" && heard == [nil, "r"])
    // Nobody listens who would take the last choice for the one made.
    let silent = Select("Colour", [("r", "Red")], selected: "r", prompt: "Choose…")
    #expect(silent.children[0].isEnabled)
    try change(silent, .text(""))
    #expect(silent.selected == nil)
  }

  @Test func `the prompt is no choice where nobody would hear of it, nor is there one without it`() {
    let refusal = IntentRefusal.wrongValue(expected: "one of the choices")
    let select = Select("Colour", [("r", "Red")], selected: "r", prompt: "Choose…")
    select.onChange = { _ in }
    #expect(!select.children[0].isEnabled)
    #expect(throws: refusal) { try change(select, .text("")) }
    let promptless = Select("Colour", [("r", "Red")])
    #expect(throws: refusal) { try change(promptless, .text("")) }
    #expect(select.selected == "r" && promptless.selected == "r")
  }

  @Test func `options that are offered again stay as they are, and the page is told what is chosen`() {
    let select = Select("Colour", [("r", "Red"), ("g", "Green"), ("b", "Blue")], selected: "g", prompt: "Choose…")
    tree.root.add(select)
    let ids = select.children.map(\.id)
    _ = tree.takeChanges()
    select.offer([("r", "Red"), ("g", "Green"), ("b", "Blue")])
    #expect(!tree.hasChanges)
    select.offer([("y", "Yellow"), ("r", "Crimson"), ("g", "Green")])
    #expect(select.children.map { $0[text: .text] } == ["Choose…", "Yellow", "Crimson", "Green"])
    #expect([0, 2, 3].map { select.children[$0].id } == Array(ids[...2]))
    #expect(select.selected == "g")
    #expect(tree.takeChanges().views.first { $0.view === select }?.properties == [.value])
    select.offer([("g", "Green"), ("y", "Yellow"), ("r", "Red"), ("w", "White")])
    #expect(select.children.map { $0[text: .text] } == ["Choose…", "Green", "Yellow", "Red", "White"])
    #expect(select.selected == "g")
  }

  @Test func `a label names its input also when that has left the screen and come back`() {
    let box = Checkbox("All"), label = InputLabel("All", for: box)
    let stack = Stack.row(box, label)
    tree.root.add(stack)
    _ = tree.takeChanges()
    box.removeFromParent()
    _ = tree.takeChanges()
    stack.insert(box, at: 0)
    #expect(label[number: .labelled] == box.id)
    #expect(tree.takeChanges().views.first { $0.view === label }?.properties == [.labelled])
    // A label that has gone isn't told any more, and is right when it comes.
    label.removeFromParent()
    box.removeFromParent()
    stack.add(box)
    stack.add(label)
    #expect(label[number: .labelled] == box.id)
  }

  /// The browser has another by then, which is nobody's choice.
  @Test func `the page is told what is chosen where it has said what isn't offered any more`() {
    let select = Select("Colour", [("r", "Red"), ("g", "Green"), ("b", "Blue")], selected: "g")
    let field = TextInput.line("Name")
    tree.root.add(select)
    tree.root.add(field)
    select.offer([("r", "Red"), ("g", "Green")])
    _ = tree.takeChanges()
    tree.putRight(Intent(.view(select.id), .change, .text("=Blue")))
    #expect(tree.takeChanges().views.first { $0.view === select }?.properties == [.value])
    // Of a text the page has what its user means.
    tree.putRight(Intent(.view(field.id), .change, .text("x")))
    #expect(!tree.hasChanges)
  }

  @Test func `a choice that is offered twice is two options`() throws {
    let select = Select("Colour", [("r", "Red"), ("r", "Also red")])
    #expect(select.children.map { $0[text: .value] } == ["=Red", "=Also red"])
    try change(select, .text("=Also red"))
    #expect(select.selected == "r")
  }

  /// Choices were told apart by numbers: in another session, with others before it, a page chose somebody else.
  @Test func `a choice is known by its text, and by its number in older recordings`() throws {
    let select = Select("To", [(1, "Aaron"), (2, "Alice"), (3, "Bob"), (4, "Bob"), (5, "2")])
    #expect(select.children.map { $0[text: .value] } == ["=Aaron", "=Alice", "=Bob", "2=Bob", "=2"])
    for (said, choice) in [("=Bob", 3), ("2=Bob", 4), ("=2", 5), ("2", 2), ("5", 5)] {
      try change(select, .text(said))
      #expect(select.selected == choice)
    }
    let odd = Select("To", [(1, "a\r\nb"), (2, "a b"), (3, "\0c\u{85}")])
    #expect(odd.children.map { $0[text: .value] } == ["=a b", "2=a b", "= c "])
    select.offer([(6, "Bob"), (5, "two")])
    #expect(select.children.map { $0[text: .value] } == ["=Bob", "=two"])
    #expect(select.selected == 5)
  }

  /// It kept the text that it had first, which another may have by now.
  @Test func `a choice whose text changes is known by that, and stays chosen`() throws {
    let select = Select("Row", [("a", "Row 1"), ("b", "Row 2")], selected: "b")
    tree.root.add(select)
    _ = tree.takeChanges()
    select.offer([("b", "Row 1"), ("a", "Row 2")])
    #expect(select.children.map { $0[text: .value] } == ["=Row 1", "=Row 2"])
    #expect(select.selected == "b" && select[text: .value] == "=Row 1")
    try change(select, .text("=Row 2"))
    #expect(select.selected == "a")
  }

  /// Snapshots of before had numbers, which named nothing any more.
  @Test func `what an older snapshot says is chosen is chosen`() throws {
    let select = Select("To", [(1, "Alice"), (2, "Bob"), (3, "Carl")])
    var snapshot = ViewSnapshot(id: select.id, kind: "\(select.kind)")
    snapshot.settings.append(ViewSnapshot.KeptSetting(property: Property.value.rawValue, value: .text("2")))
    select.restore(snapshot, ofOtherProgram: false)
    #expect(select.selected == 2 && select[text: .value] == "=Bob")
  }

  @Test func `a choice on its way means what the user saw`() throws {
    let select = Select("Colour", [("r", "Red"), ("g", "Green")], selected: "g")
    let red = select.children[0][text: .value]
    select.offer([("g", "Green"), ("b", "Blue")])
    #expect(select.selected == "g")
    #expect(throws: IntentRefusal.self) { try change(select, .text(red)) }
    select.offer([("b", "Blue")])
    #expect(select.selected == "b")
  }
}
