import GhostlightTesting
import Testing
import TodoModels

/// The list while its rows can't be read, and afterwards.
@Suite(.replayed) struct TodoListTroubleTests {
  let app: LiveTest
  let trouble: Trouble

  init() throws {
    let troubled = try TroubledApp()
    trouble = troubled.trouble
    app = LiveTest(troubled)
  }

  @Test func `a list that couldn't be read says so and can be asked for again`() async throws {
    let bo = try await app.open("/")
    try await bo.textbox("New todo").type("milk\n")
    trouble.failsReads = true
    let ann = try await app.open("/")
    for _ in 1...2 {
      #expect(await ann.alert.isVisible)
      try await ann.button("OK").click()
      #expect(await ann.texts.contains("The list couldn’t be loaded."))
      #expect(await ann.unnamedElements() == [])
      try await ann.button("Try again").click()
    }
    try await ann.button("OK").click()
    trouble.failsReads = false
    try await ann.button("Try again").click()
    #expect(await ann.names(of: .checkbox) == ["milk"])
    #expect(await ann.button("Try again").isVisible == false)
    #expect(await ann.texts.contains("The list couldn’t be loaded.") == false)
  }

  /// The todo came over it, and nothing was saved.
  @Test func `what is entered and saved before its todo has come is saved when it has`() async throws {
    let bo = try await app.open("/")
    try await bo.textbox("New todo").type("milk\n")
    trouble.delaysTodos = true
    let ann = try await app.open("/todos/1")
    try await ann.textbox("Title").type("bread")
    try await ann.button("Save").click()
    #expect(await bo.names(of: .checkbox) == ["milk"])
    await app.advance(by: .seconds(1))
    #expect(await bo.names(of: .checkbox) == ["bread"])
    #expect(await ann.checkbox("bread").isVisible)
  }

  @Test func `what is emptied before its todo has come is emptied when it has`() async throws {
    let bo = try await app.open("/")
    try await bo.textbox("New todo").type("milk\n")
    let ann = try await app.open("/todos/1")
    try await ann.textbox("Notes").type("two litres")
    try await ann.button("Save").click()
    trouble.delaysTodos = true
    try await ann.visit("/todos/1")
    try await ann.textbox("Title").type("bread")
    try await ann.textbox("Notes").fill("")
    try await ann.button("Save").click()
    await app.advance(by: .seconds(1))
    trouble.delaysTodos = false
    try await ann.visit("/todos/1")
    #expect(try await ann.textbox("Title").value == "bread")
    #expect(try await ann.textbox("Notes").value == "")
  }

  /// The second press of the button was nothing, and the correction went with the screen.
  @Test(arguments: ["/todos/1", "/todos/new"])
  func `what is entered while a todo is saved is saved too, if that is asked for`(path: String) async throws {
    let bo = try await app.open("/")
    try await bo.textbox("New todo").type("milk\n")
    trouble.delaysWrites = true
    let ann = try await app.open(path)
    try await ann.textbox("Title").fill("bred")
    try await ann.textbox("Notes").fill("two")
    try await ann.button("Save").click()
    try await ann.textbox("Title").fill("bread")
    try await ann.button("Save").click()
    await app.advance(by: .seconds(1))
    #expect(await ann.path == path)
    #expect(await bo.names(of: .checkbox).first == "bred")
    await app.advance(by: .seconds(1))
    #expect(await ann.path == "/")
    #expect(await bo.names(of: .checkbox).first == "bread")
    #expect(await bo.names(of: .checkbox).count == (path == "/todos/1" ? 1 : 2))
  }

  /// It was saved where the button had been pressed twice before, and otherwise lost.
  @Test(arguments: [1, 2])
  func `what is entered while a todo is saved, and not saved itself, stays on the screen`(saves: Int) async throws {
    let bo = try await app.open("/")
    try await bo.textbox("New todo").type("milk\n")
    trouble.delaysWrites = true
    let ann = try await app.open("/todos/1")
    try await ann.textbox("Title").fill("bread")
    for _ in 1...saves { try await ann.button("Save").click() }
    try await ann.textbox("Notes").fill("not meant")
    for _ in 1...2 {
      await app.advance(by: .seconds(1))
      #expect(await ann.path == "/todos/1")
      #expect(await bo.names(of: .checkbox) == ["bread"])
    }
    #expect(try await ann.textbox("Title").value == "bread")
    #expect(try await ann.textbox("Notes").value == "not meant")
    try await ann.verifySnapshot()
    try await bo.visit("/todos/1")
    #expect(try await bo.textbox("Notes").value == "")
    // It can be saved as ever.
    try await ann.button("Save").click()
    await app.advance(by: .seconds(1))
    #expect(await ann.path == "/")
    #expect(try await bo.textbox("Notes").value == "not meant")
  }

  @Test func `what is saved once more while it is saved again comes behind that`() async throws {
    let bo = try await app.open("/")
    try await bo.textbox("New todo").type("milk\n")
    trouble.delaysWrites = true
    let ann = try await app.open("/todos/1")
    for title in ["bre", "bred"] {
      try await ann.textbox("Title").fill(title)
      try await ann.button("Save").click()
    }
    await app.advance(by: .seconds(1))
    try await ann.textbox("Title").fill("bread")
    try await ann.button("Save").click()
    for title in ["bred", "bread"] {
      #expect(await ann.path == "/todos/1")
      await app.advance(by: .seconds(1))
      #expect(await bo.names(of: .checkbox) == [title])
    }
    #expect(await ann.path == "/")
    // The same once more is nothing to be saved.
    try await ann.visit("/todos/1")
    try await ann.textbox("Title").fill("rice")
    for _ in 1...2 { try await ann.button("Save").click() }
    await app.advance(by: .seconds(1))
    #expect(await ann.path == "/")
  }

  /// What others had written while it was under way was passed over, and its next save put it back without a word.
  @Test func `who couldn't save is told what others have changed meanwhile`() async throws {
    let bo = try await app.open("/")
    try await bo.textbox("New todo").type("milk\n")
    let (ann, cy) = (try await app.open("/todos/1"), try await app.open("/todos/1"))
    trouble.delaysWrites = true
    try await cy.textbox("Title").fill("oat milk")
    try await cy.textbox("Notes").fill("one litre")
    try await cy.button("Save").click()
    try await ann.textbox("Title").fill("bread")
    try await ann.button("Save").click()
    await app.advance(by: .seconds(1))
    trouble.failsWrites = true
    await app.advance(by: .seconds(1))
    #expect(await ann.alert.isVisible)
    try await ann.button("OK").click()
    #expect(
      await ann.texts.contains("Someone else has changed this meanwhile: Title. What you save takes its place."))
    #expect(try await ann.textbox("Title").value == "bread")
    #expect(try await ann.textbox("Notes").value == "one litre")
  }

  @Test func `what is entered before its todo has come stays when it has`() async throws {
    let bo = try await app.open("/")
    try await bo.textbox("New todo").type("milk\n")
    trouble.delaysTodos = true
    let ann = try await app.open("/todos/1")
    try await ann.textbox("Notes").type("two litres")
    await app.advance(by: .seconds(1))
    #expect(try await ann.textbox("Title").value == "milk")
    #expect(try await ann.textbox("Notes").value == "two litres")
  }

  @Test func `a list that couldn't be read asks again by itself when others change something`() async throws {
    let bo = try await app.open("/")
    try await bo.textbox("New todo").type("milk\n")
    trouble.failsReads = true
    let ann = try await app.open("/")
    try await ann.button("OK").click()
    try await bo.textbox("New todo").type("bread\n")
    // It was told already that it can't.
    #expect(await ann.alert.isVisible == false)
    #expect(await ann.names(of: .checkbox) == [])
    #expect(await ann.button("Try again").isVisible)
    trouble.failsReads = false
    try await bo.textbox("New todo").type("rice\n")
    #expect(await ann.names(of: .checkbox) == ["rice", "bread", "milk"])
    #expect(await ann.button("Try again").isVisible == false)
  }

  @Test func `rows that don't belong to the chosen filter aren't shown where its own can't be read`() async throws {
    let ann = try await app.open("/")
    try await ann.textbox("New todo").type("milk\nbread\n")
    try await ann.checkbox("bread").click()
    trouble.failsReads = true
    try await ann.radio("Completed").click()
    try await ann.button("OK").click()
    #expect(await ann.names(of: .checkbox) == [])
    #expect(await ann.texts.contains("No todo matches.") == false)
    trouble.failsReads = false
    try await ann.button("Try again").click()
    #expect(await ann.names(of: .checkbox) == ["bread"])
    try await ann.radio("All").click()
    #expect(await ann.names(of: .checkbox) == ["bread", "milk"])
  }

  @Test func `rows that couldn't be read once more stay, with a word of doubt`() async throws {
    let ann = try await app.open("/")
    try await ann.textbox("New todo").type("milk\n")
    trouble.failsReads = true
    try await ann.button("New…").click()
    try await ann.button("Cancel").click()
    try await ann.button("OK").click()
    #expect(await ann.names(of: .checkbox) == ["milk"])
    #expect(await ann.texts.contains("The list couldn’t be loaded again, and may be out of date."))
    trouble.failsReads = false
    try await ann.button("Try again").click()
    #expect(await ann.button("Try again").isVisible == false)
    try await ann.verifySnapshot()
  }

  @Test func `only where something was typed is it said to be still here`() async throws {
    let ann = try await app.open("/")
    try await ann.textbox("New todo").type("milk\n")
    trouble.failsWrites = true
    try await ann.checkbox("milk").click()
    #expect(await ann.texts.contains("The todos can’t be reached just now. Please try again later."))
    try await ann.button("OK").click()
    let kept = "The todos can’t be reached just now. What you typed is still here; please try again later."
    try await ann.textbox("New todo").type("bread\n")
    #expect(await ann.texts.contains(kept))
    try await ann.button("OK").click()
    try await ann.button("Edit milk").click()
    try await ann.button("Save").click()
    #expect(await ann.texts.contains(kept))
  }
}
