import Testing

@testable import ViewKit

@Suite struct EditFormTests {
  struct Person: Equatable {
    var id = 0
    var name = ""
    var seats: Int? = 1
    var isMember = false
  }

  let tree = ViewTree()
  let form = EditForm(Person(id: 7, name: "Ann"))
  let name: Field<TextInput>
  let seats: Field<NumberField<Int>>
  let member: Field<Checkbox>

  init() {
    name = form.field(\.name, "Name", .line(), .required("Enter a name."))
    seats = form.field(\.seats, "Seats", NumberField(minimum: 1, maximum: 9), .required("How many?"))
    member = form.field(\.isMember, "Member", Checkbox())
    form.add(name, seats, member)
    tree.root.add(form)
    _ = tree.takeChanges()
  }

  func enter(_ view: View, _ value: IntentValue) throws {
    try tree.receive(Intent(.view(view.id), .change, value))
  }

  /// Half a date was saved as its mark, and a number that had been there went.
  @Test(arguments: [true, false]) func `what is refused and can't be mended is what was shown`(isHidden: Bool) throws {
    struct Trip { var day = "2026-11-21", seats: Int? = 5 }
    let trip = EditForm(Trip())
    let day = trip.field(\.day, "Day", .date()),
      seats = trip.field(\.seats, "Seats", NumberField(minimum: 1, maximum: 9))
    trip.add(day, seats)
    tree.root.add(trip)
    try enter(day.input, .text("?"))
    try enter(seats.input, .text("200"))
    // It is the user's own all the same, for who asks what was edited.
    #expect(trip.value.day == "?")
    var saved: Trip?
    trip.onSave = { saved = $0 }
    trip.submit()
    #expect(saved == nil)
    for field in [day, seats] as [View] { if isHidden { field.isHidden = true } else { field.isEnabled = false } }
    trip.submit()
    #expect(saved?.day == "2026-11-21" && saved?.seats == 5)
  }

  @Test func `the fields show the value, and what is entered is the value`() throws {
    #expect(name.input.text == "Ann")
    #expect(seats.input.number == 1)
    try enter(name.input, .text("Bo"))
    try enter(seats.input, .text("3"))
    try enter(member.input, .flag(true))
    #expect(form.value == Person(id: 7, name: "Bo", seats: 3, isMember: true))
  }

  /// Once there was one there was one for ever.
  @Test func `an optional choice can be taken back, and a required one can't`() throws {
    struct Room { var floor: Int? = 2, bed: Int? = 1 }
    let room = EditForm(Room())
    let floors = [(1, "First"), (2, "Second")]
    let floor = room.field(\.floor, "Floor", Select("", floors, prompt: "Any")),
      bed = room.field(\.bed, "Bed", Select("", floors, prompt: "Choose…"), .required("Which?"))
    room.add(floor, bed)
    tree.root.add(room)
    #expect(floor.input.children[0].isEnabled && !bed.input.children[0].isEnabled)
    try enter(floor.input, .text(""))
    #expect(throws: IntentRefusal.self) { try enter(bed.input, .text("")) }
    #expect(room.value.floor == nil && room.value.bed == 1)
    // It is somebody else who asks for one.
    floor.isRequired = true
    #expect(!floor.input.children[0].isEnabled)
    floor.isRequired = false
    #expect(floor.input.children[0].isEnabled)
  }

  @Test func `another value shows itself, and what was told of the one before goes`() {
    form.complain([\.name: "There is an Ann already."])
    form.value = Person(id: 8, name: "Cleo", seats: nil, isMember: true)
    #expect(name.input.text == "Cleo")
    #expect(seats.input.number == nil)
    #expect(member.input.isOn)
    #expect(name.problem == nil)
    #expect(form.value.id == 8)
  }

  @Test func `what is saved is what is entered, and only if it is as it should be`() throws {
    var saved: [Person] = []
    form.onSave = { saved.append($0) }
    try enter(name.input, .text(" "))
    try tree.receive(Intent(.view(form.id), .submit))
    #expect(saved == [])
    #expect(name.problem == "Enter a name.")
    try enter(name.input, .text("Bo"))
    form.submit()
    #expect(saved == [Person(id: 7, name: "Bo")])
  }

  @Test func `what others find wrong is told beside its field, and the focus goes to the first`() {
    #expect(form.complain([\.seats: "There are only two.", \.name: nil]))
    #expect(seats.problem == "There are only two.")
    #expect(name.problem == nil)
    #expect(tree.takeChanges().focus === seats.input)
    #expect(form.complain([:]) == false)
    #expect(seats.problem == nil)
  }

  @Test func `what was submitted and not taken comes back, unless something else is typed already`() throws {
    let line = TextInput.line("New")
    line.clearsOnSubmit = true
    line.onSubmit = { _ in }
    tree.root.add(line)
    try tree.receive(Intent(.view(line.id), .submit, .text("milk")))
    #expect(line.text == "")
    line.restore()
    #expect(line.text == "milk")
    try tree.receive(Intent(.view(line.id), .submit, .text("bread")))
    try enter(line, .text("but"))
    line.restore()
    #expect(line.text == "but")
    #expect(line.submission == "bread")
  }

  @Test func `what an answered request was made for comes back, whatever was submitted since`() throws {
    var (unanswered, answered): (Set<UInt64>, UInt64?) = ([], nil)
    tree.isUnanswered = { !$0.isDisjoint(with: unanswered) }
    tree.answeredRequest = { answered }
    let line = TextInput.line("New")
    line.clearsOnSubmit = true
    line.onSubmit = { _ in }
    tree.root.add(line)
    for (request, text) in [(1, "milk"), (2, "bread"), (3, "butter")] as [(UInt64, String)] {
      unanswered.insert(request)
      try tree.receive(Intent(.view(line.id), .submit, .text(text)))
      tree.wait(for: [request], target: .view(line.id), isSubmission: true)
    }
    func restores(_ request: UInt64?) -> String {
      answered = request
      line.text = ""
      line.restore()
      return line.text
    }
    #expect(restores(2) == "bread")
    #expect(restores(nil) == "butter")
    unanswered = [1, 3]
    #expect(line.keptByView?.submissions?.map(\.text) == ["milk", "butter"])
    let other = TextInput.line("New")
    other.takeBack(try #require(line.keptByView))
    tree.root.add(other)
    answered = 1
    other.restore()
    #expect(other.text == "milk")
  }
}
