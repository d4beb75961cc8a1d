import Testing
import ViewKit

@Suite struct FormTests {
  let tree = ViewTree()
  let title = Field("Title", .line(), .required("A title is required."), .atMost(5, "At most 5 characters."))
  let seats = Field("Seats", NumberField(minimum: 1, maximum: 9), .required("How many?"))
  let size = Field(
    "Size", RadioGroup("", [("s", "Small"), ("l", "Large")], selected: "s"), FieldRule("No large ones.") { $0 == "s" })
  let terms = Field("Terms", Checkbox(), .required("Please agree."))
  let form: Form

  init() {
    form = Form(Stack.column(title, seats), size, terms)
    tree.root.add(form)
    _ = tree.takeChanges()
  }

  func change(_ view: View, _ value: IntentValue) throws { try tree.receive(Intent(.view(view.id), .change, value)) }

  @Test func `a form with something wrong isn't submitted, and says what is`() throws {
    var isSubmitted = false
    form.onSubmit = { isSubmitted = true }
    try tree.receive(Intent(.view(form.id), .submit))
    #expect(!isSubmitted)
    #expect(title.problem == "A title is required.")
    #expect(seats.problem == "How many?")
    #expect(size.problem == nil)
    #expect(terms.problem == "Please agree.")
    #expect(title.input[flag: .isInvalid])
    #expect(title.input[number: .describedBy] == title.error.id)
    #expect(tree.takeChanges().focus === title.input)
  }

  @Test func `a complaint goes as soon as it is mended, and none comes before its time`() throws {
    try change(title.input, .text("too long"))
    #expect(title.problem == nil)
    _ = form.check()
    #expect(title.problem == "At most 5 characters.")
    try change(title.input, .text("short"))
    #expect(title.problem == nil)
    #expect(!title.input[flag: .isInvalid])
  }

  @Test func `a wrong number is told at once`() throws {
    try change(seats.input, .text("12"))
    #expect(seats.problem == "Enter 9 or less.")
    try change(seats.input, .text("9"))
    #expect(seats.problem == nil)
  }

  @Test func `what was told of a number goes when another is set`() throws {
    try change(seats.input, .text("200"))
    #expect(seats.problem == "Enter 9 or less.")
    seats.input.number = 5
    #expect(seats.problem == nil)
    #expect(!seats.input[flag: .isInvalid] && seats.input[number: .describedBy] != seats.error.id)
  }

  @Test func `what the app tells of a number stays when it sets another, until something is entered`() throws {
    seats.input.onChange = { [unowned seats] number in
      guard let number, number > 5 else { return }
      seats.problem = "Only 5 are left."
      seats.input.number = 5
    }
    try change(seats.input, .text("8"))
    #expect(seats.problem == "Only 5 are left." && seats.input.number == 5)
    try change(seats.input, .text("4"))
    #expect(seats.problem == nil)
  }

  @Test(arguments: ["20240-02-29", "202-02-29", "?"]) func `a date has a year of four digits`(text: String) throws {
    let day = Field("Day", .date())
    form.add(day)
    #expect(day.input[text: .maximum] == "9999-12-31")
    try change(day.input, .text(text))
    #expect(!day.check())
    try change(day.input, .text("2024-02-29"))
    #expect(day.check())
    try change(day.input, .text(""))
    #expect(day.check())
  }

  @Test func `what is as it should be is submitted`() throws {
    var isSubmitted = false
    form.onSubmit = { isSubmitted = true }
    try change(title.input, .text("Trip"))
    try change(seats.input, .text("2"))
    try change(terms.input, .flag(true))
    form.submit()
    #expect(isSubmitted)
    try change(size.input.children[1], .flag(true))
    isSubmitted = false
    form.submit()
    #expect(!isSubmitted)
    #expect(tree.takeChanges().focus === size.input.children[0])
  }

  @Test func `what the user can't mend is not asked for`() {
    for field in [title, size] as [AnyField] { field.isHidden = true }
    seats.input.isEnabled = false
    #expect(!form.check())
    terms.input.isEnabled = false
    #expect(form.check())
  }

  @Test func `half a date is refused whatever the rules say, and goes when it is whole`() throws {
    let day = Field("Day", .date(), FieldRule("Not before 2000.") { $0 >= "2000" })
    day.input.words = "All of it, please."
    form.add(day)
    try change(day.input, .text("?"))
    #expect(day.problem == "All of it, please.")
    #expect(!form.check())
    try change(day.input, .text("1999-01-01"))
    #expect(day.problem == "Not before 2000.")
    try change(day.input, .text("2026-01-02"))
    #expect(day.problem == nil)
    #expect(Field("Any", .date()).input.words == "Enter a whole date.")
    #expect(TextInput.line().refusal == nil)
  }

  @Test func `what stands on another tab is checked, and its tab is chosen`() throws {
    let street = Field("Street", .line(), .required("Where?"))
    let inner = Tabs("Kinds", [("Home", Label("")), ("Work", street)])
    let tabs = Tabs("Parts", [("You", title), ("Address", inner)])
    let form = Form(tabs)
    tree.root.add(form)
    title.input.text = "Trip"
    _ = tree.takeChanges()
    var isSubmitted = false
    form.onSubmit = { isSubmitted = true }
    form.submit()
    #expect(!isSubmitted)
    #expect(street.problem == "Where?")
    #expect([tabs.selected, inner.selected] == [1, 1])
    #expect(tree.takeChanges().focus === street.input)
    #expect(street.input.isReachable)
    street.input.text = "High Street"
    tabs.selected = 0
    form.submit()
    #expect(isSubmitted)
    #expect(tabs.selected == 0)
  }

  @Test func `what is folded away is unfolded when something is wrong with it, whoever has folded it`() {
    let note = Field("Note", .line(), .required("A word, please."))
    for isOpen in [false, true] {
      let fold = Disclosure("More", isOpen: isOpen, note)
      let form = Form(fold)
      tree.root.add(form)
      _ = tree.takeChanges()
      #expect(!form.check())
      #expect(fold[flag: .isOpen])
      let changes = tree.takeChanges()
      #expect(changes.views.first { $0.view === fold }?.properties == [.isOpen])
      #expect(changes.focus === note.input)
      note.problem = nil
    }
  }

  @Test func `what the app has hidden on another tab is not asked for`() {
    let street = Field("Street", .line(), .required("Where?"))
    let tabs = Tabs("Parts", [("You", Label("")), ("Address", Stack.column(street))])
    let form = Form(tabs)
    tree.root.add(form)
    street.isHidden = true
    #expect(form.check())
    street.isHidden = false
    tabs.isHidden = true
    #expect(form.check())
  }

  @Test func `a form in another is refused, with a word on why`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ViewTree(root: Form(Stack.column(Form())))
    }
    let told = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(told.contains("a form can't stand in another"))
  }

  @Test func `a complaint made before the field is on screen is tied to it then`() {
    let field = Field("Name", .line())
    field.problem = "Taken."
    tree.root.add(field)
    #expect(field.input[number: .describedBy] == field.error.id)
  }
}
