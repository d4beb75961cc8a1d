import Ghostlight
import Testing
import TodoModels

@testable import GhostlightTesting

/// A todo that is saved, or asked for, while others do something with it, or its screen goes.
@Suite(.replayed) struct TodoDetailTroubleTests {
  let app: LiveTest
  let trouble: Trouble

  init() throws {
    let troubled = try TroubledApp()
    trouble = troubled.trouble
    app = LiveTest(troubled)
  }

  /// Opens a todo's screen over the list: a new one's, or that of "milk".
  private func open(_ path: String) async throws -> TestPage {
    let bo = try await app.open("/")
    try await bo.textbox("New todo").type("milk\n")
    let ann = try await app.open("/")
    try await ann.visit(path)
    return ann
  }

  private func save(_ title: String, on page: TestPage) async throws {
    try await page.textbox("Title").fill(title)
    try await page.button("Save").click()
  }

  /// Nobody was told, and what had been entered was nowhere.
  @Test(arguments: [("/todos/new", true), ("/todos/1", true), ("/todos/new", false), ("/todos/1", false)])
  func `who leaves before it is saved is told that it couldn't be`(path: String, isOverList: Bool) async throws {
    var ann = try await open(path)
    if !isOverList { ann = try await app.open(path) }
    trouble.delaysWrites = true
    try await save("bread", on: ann)
    try await ann.button("Cancel").click()
    #expect(await ann.path == "/")
    trouble.failsWrites = true
    await app.advance(by: .seconds(1))
    let why = "The todos can’t be reached just now. Please try again later."
    #expect(await ann.texts.contains(isOverList ? "“bread” wasn’t saved. \(why)" : why))
    try await ann.button("OK").click()
    guard path == "/todos/new", isOverList else { return }
    try await ann.button("Put it back").click()
    #expect(try await ann.textbox("New todo").value == "bread")
  }

  @Test(arguments: [true, false])
  func `who leaves before it is saved sees it in the list when it is`(isOverList: Bool) async throws {
    let ann = isOverList ? try await open("/todos/new") : try await app.open("/todos/new")
    trouble.delaysWrites = true
    try await save("bread", on: ann)
    try await ann.button("Cancel").click()
    await app.advance(by: .seconds(1))
    #expect(await ann.checkbox("bread").isVisible)
    #expect(await ann.alert.isVisible == false)
    // What is saved next is told as ever.
    try await ann.visit("/todos/new")
    try await save("rice", on: ann)
    await app.advance(by: .seconds(1))
    #expect(await ann.path == "/")
    #expect(await ann.checkbox("rice").isVisible)
  }

  /// The last that had been entered was nowhere.
  @Test(arguments: ["/todos/new", "/todos/1"])
  func `what was entered and saved since is saved behind its screen too`(path: String) async throws {
    let ann = try await open(path)
    trouble.delaysWrites = true
    try await ann.textbox("Title").fill("bred")
    try await ann.textbox("Notes").fill("two ")
    try await ann.button("Save").click()
    try await save("bread", on: ann)
    try await ann.button("Cancel").click()
    await app.advance(by: .seconds(1))
    #expect(await ann.checkbox("bred").isVisible)
    await app.advance(by: .seconds(1))
    #expect(await ann.names(of: .checkbox) == (path == "/todos/new" ? ["bread", "milk"] : ["bread"]))
    // And if it can't be, that is told.
    try await ann.visit(path)
    try await save("rice", on: ann)
    try await save("rice pudding", on: ann)
    try await ann.button("Cancel").click()
    await app.advance(by: .seconds(1))
    trouble.failsWrites = true
    await app.advance(by: .seconds(1))
    #expect(await ann.texts.contains { $0.hasPrefix("“rice pudding” wasn’t saved.") })
  }

  /// It was saved though who had entered it had pressed Cancel.
  @Test(arguments: ["/todos/new", "/todos/1"])
  func `what was entered behind the last save goes with its screen`(path: String) async throws {
    let ann = try await open(path)
    trouble.delaysWrites = true
    try await save("bred", on: ann)
    try await save("bread", on: ann)
    try await ann.textbox("Title").fill("not meant")
    try await ann.button("Cancel").click()
    for _ in 1...3 { await app.advance(by: .seconds(1)) }
    #expect(await ann.names(of: .checkbox) == (path == "/todos/new" ? ["bread", "milk"] : ["bread"]))
    #expect(await ann.alert.isVisible == false)
    try await ann.verifySnapshot()
  }

  /// It was lost without a word.
  @Test func `what was saved before its todo had come is saved though its screen was left before`() async throws {
    let ann = try await open("/")
    trouble.delaysTodos = true
    try await ann.visit("/todos/1")
    try await ann.textbox("Notes").fill("two litres")
    try await ann.button("Save").click()
    try await ann.textbox("Title").fill("not meant")
    try await ann.button("Cancel").click()
    await app.advance(by: .seconds(1))
    #expect(await ann.names(of: .checkbox) == ["milk"])
    #expect(await ann.alert.isVisible == false)
    try await ann.verifySnapshot()
    trouble.delaysTodos = false
    try await ann.visit("/todos/1")
    #expect(try await ann.textbox("Title").value == "milk")
    #expect(try await ann.textbox("Notes").value == "two litres")
  }

  @Test func `that it couldn't be saved is told of what was saved before its todo had come`() async throws {
    let ann = try await open("/"), cy = try await app.open("/")
    trouble.delaysTodos = true
    try await ann.visit("/todos/1")
    try await save("bread", on: ann)
    try await cy.button("Delete milk").click()
    try await ann.button("Cancel").click()
    await app.advance(by: .seconds(1))
    let why = "This todo isn’t there any more. Someone may have deleted it."
    #expect(await ann.texts.contains("“bread” wasn’t saved. \(why)"))
    try await ann.button("OK").click()
    #expect(await ann.button("Put it back").isVisible == false)
    try await ann.verifySnapshot()
  }

  /// The one that was saved was told to be lost, and could be added once more.
  @Test func `of two that were left it is told which couldn't be saved`() async throws {
    trouble.delaysWrites = true
    let ann = try await app.open("/todos/new")
    try await save("alpha", on: ann)
    try await ann.button("Cancel").click()
    try await ann.button("New…").click()
    try await save("beta", on: ann)
    try await ann.button("Cancel").click()
    trouble.failsWrites = true
    await app.advance(by: .seconds(1))
    trouble.failsWrites = false
    await app.advance(by: .seconds(1))
    #expect(await ann.names(of: .checkbox) == ["beta"])
    #expect(await ann.texts.contains("The todos can’t be reached just now. Please try again later."))
    #expect(await ann.button("Put it back").isVisible == false)
    try await ann.button("OK").click()
    try await ann.verifySnapshot()
  }

  /// The one behind it was told to be lost, as the write that follows is refused at once.
  @Test func `what is saved behind a screen and refused at once is told of that, and not of another`() async throws {
    let ann = try await open("/todos/1")
    trouble.delaysWrites = true
    try await save("bread", on: ann)
    try await save(String(repeating: "x", count: 201), on: ann)
    try await ann.button("Cancel").click()
    try await ann.button("New…").click()
    try await save("beta", on: ann)
    try await ann.button("Cancel").click()
    await app.advance(by: .seconds(1))
    #expect(
      await ann.texts.contains {
        $0.hasPrefix("“xxxx") && $0.hasSuffix("wasn’t saved. Some of what you typed can’t be saved.")
      })
    await app.advance(by: .seconds(1))
    #expect(await ann.names(of: .checkbox) == ["beta", "bread"])
    #expect(await ann.button("Put it back").isVisible == false)
  }

  /// One's text was written into the other.
  @Test func `of two that are left whose saves cross each is saved`() async throws {
    let ann = try await open("/todos/1")
    try await ann.visit("/")
    try await ann.textbox("New todo").type("rice\n")
    trouble.delaysWrites = true
    try await ann.visit("/todos/1")
    try await save("milk 1", on: ann)
    try await save("milk 2", on: ann)
    try await ann.button("Cancel").click()
    try await ann.visit("/todos/2")
    try await save("rice 1", on: ann)
    await app.advance(by: .seconds(1))
    try await save("rice 2", on: ann)
    try await ann.button("Cancel").click()
    for _ in 1...4 { await app.advance(by: .seconds(1)) }
    #expect(await ann.names(of: .checkbox) == ["rice 2", "milk 2"])
    #expect(await ann.alert.isVisible == false)
    try await ann.verifySnapshot()
  }

  /// It took the place of what nobody had seen.
  @Test func `what is saved behind a screen takes the place of nobody's text unseen`() async throws {
    let ann = try await open("/todos/1"), cy = try await app.open("/todos/1")
    trouble.delaysWrites = true
    try await cy.textbox("Notes").fill("one litre")
    try await cy.button("Save").click()
    try await save("oat milk", on: ann)
    try await ann.textbox("Notes").fill("two litres")
    try await ann.button("Save").click()
    try await ann.button("Cancel").click()
    for _ in 1...3 { await app.advance(by: .seconds(1)) }
    #expect(await ann.texts.contains("“oat milk” wasn’t saved. Someone else has changed this meanwhile: Notes."))
    try await cy.visit("/todos/1")
    #expect(try await cy.textbox("Title").value == "oat milk")
    #expect(try await cy.textbox("Notes").value == "one litre")
  }

  /// White space that goes when it is saved was taken for somebody else's change.
  @Test func `what the store makes of a text is nobody else's change`() async throws {
    let ann = try await open("/todos/1")
    trouble.delaysWrites = true
    try await ann.textbox("Notes").fill("first\n")
    try await ann.button("Save").click()
    try await ann.textbox("Notes").fill("first\nsecond")
    try await ann.button("Save").click()
    await app.advance(by: .seconds(1))
    await app.advance(by: .seconds(1))
    #expect(await ann.path == "/")
    trouble.delaysWrites = false
    try await ann.visit("/todos/1")
    #expect(try await ann.textbox("Notes").value == "first\nsecond")
  }

  /// Only while it was saved did the form say so, for that was said last.
  @Test func `the form is busy while its todo comes, and while it is saved`() async throws {
    let ann = try await open("/")
    func isBusy() async -> Bool {
      await ann.look { tree in
        func isBusy(_ view: View) -> Bool { view.isBusy || view.children.contains(where: isBusy) }
        return isBusy(tree.root)
      } ?? false
    }
    trouble.delaysTodos = true
    try await ann.visit("/todos/1")
    #expect(await isBusy())
    await app.advance(by: .seconds(1))
    #expect(await !isBusy())
    trouble.delaysWrites = true
    try await save("bread", on: ann)
    #expect(await isBusy())
    await app.advance(by: .seconds(1))
    #expect(await ann.path == "/")
  }

  /// The answer to the first save had brought it, and the second put it back without a word.
  @Test func `who saves once more is told what others have changed before the first time`() async throws {
    let ann = try await open("/todos/1"), cy = try await app.open("/todos/1")
    trouble.delaysWrites = true
    try await cy.textbox("Notes").fill("one litre")
    try await cy.button("Save").click()
    try await save("oat milk", on: ann)
    await app.advance(by: .seconds(1))
    try await ann.textbox("Notes").fill("two litres")
    try await ann.button("Save").click()
    await app.advance(by: .seconds(1))
    #expect(await ann.path == "/todos/1")
    #expect(
      await ann.texts.contains("Someone else has changed this meanwhile: Notes. What you save takes its place."))
    #expect(try await ann.textbox("Notes").value == "two litres")
    try await ann.button("Save").click()
    await app.advance(by: .seconds(1))
    #expect(await ann.path == "/")
    try await cy.visit("/todos/1")
    #expect(try await cy.textbox("Title").value == "oat milk")
    #expect(try await cy.textbox("Notes").value == "two litres")
  }

  /// The answer, made before that, came behind the news, and its screen denied the todo until somebody wrote it once more.
  @Test func `a todo that is restored while it is asked for is there`() async throws {
    let ann = try await open("/")
    try await ann.button("Delete milk").click()
    trouble.delaysTodos = true
    let bo = try await app.open("/todos/1")
    try await ann.button("Undo").click()
    await app.advance(by: .seconds(1))
    await app.advance(by: .seconds(1))
    #expect(try await bo.textbox("Title").value == "milk")
    #expect(await bo.button("Save").isVisible)
  }
}
