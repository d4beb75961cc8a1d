import Foundation
import GhostlightTesting
import Testing

// The tests of docs/guides/a-list-and-a-form.md, and behind them others of the same app.

private func lending() throws -> LiveTest {
  let folder = FileManager.default.temporaryDirectory.appending(path: "lending-\(UUID())")
  return LiveTest(LendingApp(shelf: try Shelf(pictures: folder.path)))
}

private func add(_ name: String, on page: TestPage) async throws {
  try await page.button("New thing").click()
  try await fillIn(name, on: page)
  try await page.button("Save").click()
}

private func fillIn(_ name: String, on page: TestPage) async throws {
  try await page.textbox("Name").fill(name)
  try await page.date("Here since").fill("2026-01-02")
  try await page.combobox("Kind").choose("Tool")
}

@Test func `what one person saves is on the list of the other`() async throws {
  let app = try lending()
  let (ann, bo) = (try await app.open("/", by: "ann"), try await app.open("/", by: "bo", languages: ["zh"]))
  try await add("Drill", on: ann)
  #expect(await ann.path == "/")
  #expect(await bo.link("Drill").isVisible)
  #expect(await bo.button("删除 Drill").isVisible)
}

@Test func `what is wrong is told beside its field`() async throws {
  let page = try await lending().open("/")
  try await add("Drill", on: page)
  try await add("drill", on: page)
  #expect(try await page.textbox("Name").isInvalid)
  #expect(await page.texts.contains("There is a thing of that name already."))
  try await page.spinbutton("How many").fill("500")
  try await page.button("Save").click()
  #expect(try await page.spinbutton("How many").isInvalid)
  #expect(await page.path == "/things/new")
}

@Test func `a picture is shown again`() async throws {
  let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).png")
  try Data([1, 2, 3]).write(to: file)
  let page = try await lending().open("/things/new")
  try await fillIn("Drill", on: page)
  try await page.filePicker("Picture").attach("drill.png", type: "image/png", size: 3, at: file.path)
  try await page.button("Save").click()
  try await page.link("Drill").click()
  #expect(await page.element(.img, "Drill").isVisible)
}

// Not in the guide.

@Test func `what was done comes about again, from the beginning and from wherever it was kept`() async throws {
  let app = try lending()
  let page = try await app.open("/")
  for name in ["Drill", "Saw"] { try await add(name, on: page) }
  try await page.searchbox("Search").type("saw")
  try await page.link("Saw").click()
  try await page.textbox("Name").fill("Handsaw")
  try await page.button("Save").click()
  try await page.button("Delete Handsaw").click()
  try await page.button("Delete").click()
  #expect(await page.texts.contains("Nothing here."))
  try await app.verifyReplays()
}

@Test func `nothing is deleted before it was asked about`() async throws {
  let page = try await lending().open("/")
  try await add("Drill", on: page)
  try await page.button("Delete Drill").click()
  #expect(await page.alert.isVisible)
  try await page.button("Keep").click()
  #expect(await page.link("Drill").isVisible)
  try await page.button("Delete Drill").click()
  try await page.button("Delete").click()
  #expect(await page.link("Drill").isVisible == false)
  #expect(await page.texts.contains("Nothing here."))
}

@Test func `half a date isn't saved`() async throws {
  let page = try await lending().open("/things/new", languages: ["zh"])
  try await page.textbox("名称").fill("Drill")
  try await page.combobox("种类").choose("工具")
  try await page.date("上架日期").fill("?")
  try await page.button("保存").click()
  #expect(await page.texts.contains("请输入完整的日期。"))
  #expect(await page.path == "/things/new")
}

@Test func `what is searched for is on the list, and nothing else`() async throws {
  let page = try await lending().open("/")
  for name in ["Drill", "Atlas", "Chess"] { try await add(name, on: page) }
  #expect(await page.names(of: .link) == ["Atlas", "Chess", "Drill"])
  try await page.searchbox("Search").type("RIL")
  #expect(await page.names(of: .link) == ["Drill"])
}

@Test func `a thing is edited in its form`() async throws {
  let app = try lending()
  let page = try await app.open("/")
  try await add("Drill", on: page)
  try await page.link("Drill").click()
  #expect(try await page.textbox("Name").value == "Drill")
  #expect(try await page.date("Here since").value == "2026-01-02")
  #expect(try await page.combobox("Kind").value == "Tool")
  try await page.textbox("Name").fill("Hammer drill")
  try await page.checkbox("Fragile").click()
  try await page.button("Save").click()
  #expect(await page.names(of: .link) == ["Hammer drill"])
  #expect(await page.texts.contains("× 1, fragile"))
}

@Test func `a thing that somebody has deleted can't be saved`() async throws {
  let app = try lending()
  let (ann, bo) = (try await app.open("/", by: "ann"), try await app.open("/", by: "bo"))
  try await add("Drill", on: ann)
  try await ann.link("Drill").click()
  try await bo.button("Delete Drill").click()
  try await bo.button("Delete").click()
  try await ann.button("Save").click()
  #expect(await ann.alert.isVisible)
  #expect(await ann.texts.contains("This thing isn’t there any more."))
}

@Test func `a page that has gone is counted no longer`() async throws {
  let app = try lending()
  let (ann, bo) = (try await app.open("/", by: "ann"), try await app.open("/", by: "bo"))
  #expect(await ann.texts.contains("Open pages: 2"))
  await bo.close()
  #expect(await ann.texts.contains("Open pages: 1"))
}

@Test func `a screen reader can name everything on the shelf`() async throws {
  let page = try await lending().open("/")
  try await add("Drill", on: page)
  #expect(await page.unnamedElements() == [])
  try await page.link("Drill").click()
  #expect(await page.unnamedElements() == [])
  try await page.button("Cancel").click()
  try await page.button("Delete Drill").click()
  #expect(await page.unnamedElements() == [])
}
