import GalleryFrame
import GalleryTables
import Ghostlight
import GhostlightTesting
import Testing

@testable import GalleryViews

/// The pages of views and tables as people use them, by the names a screen reader would tell, without a browser.
@Suite(.replayed) struct EveryViewTests {
  struct App: LiveApp {
    static let catalogue = Catalogue([ViewsSection.section, TablesSection.section])
    static let paths = catalogue.sections.flatMap { $0.pages.map(\.path) }
    let name = "Views"
    let languages = ["en", "zh"]

    func session(for visitor: Visitor) -> Session {
      let language = Language(rawValue: visitor.language(from: languages)) ?? .english
      return Session(screens: Routes { return Self.catalogue.routes(language) })
    }
  }

  let app = LiveTest(App())

  @Test(arguments: App.paths, ["en", "zh"])
  func `a screen reader can name everything`(path: String, language: String) async throws {
    #expect(await (try app.open(path, languages: [language])).unnamedElements() == [])
  }

  @Test func `what is chosen, moved and entered is told beside it`() async throws {
    let page = try await app.open("/views")
    try await page.combobox("Colour").choose("Green")
    #expect(try await page.combobox("Colour").value == "Green")
    try await page.slider("Volume").fill("77")
    try await page.spinbutton("From 0 to 10").fill("9")
    let texts = await page.texts
    #expect(texts.contains("77") && texts.contains("9"))
    try await page.spinbutton("From 0 to 10").fill("11")
    #expect(await page.texts.contains("Enter 10 or less."))
    #expect(try await page.spinbutton("From 0 to 10").isInvalid)
    await #expect(throws: PageError.self) { try await page.combobox("Colour").choose("Pink") }
  }

  @Test func `what isn't taken is told in Chinese as well, with what would be`() async throws {
    let page = try await app.open("/views", languages: ["zh"])
    try await page.spinbutton("0 到 10").fill("1.5")
    #expect(await page.texts.contains("请输入整数。"))
    try await page.spinbutton("以 0.05 为步长").fill("x")
    #expect(await page.texts.contains("请输入数字。"))
    try await page.date("日期").fill("?")
    #expect(await page.texts.contains("请输入完整的日期。"))
    #expect(FileProblem.tooLarge(limit: 1_000_000).words(.chinese) == "文件太大，最多 1 MB。")
    #expect(FileProblem.tooMany(limit: 3).words(.chinese) == "最多 3 个文件，请先移除一个。")
    #expect(FileProblem.wrongType(allowed: ["image/*", ".csv"]).words(.chinese) == "请选择图片或 .csv 文件。")
  }

  @Test(arguments: ["", "  "]) func `a title that is emptied comes back`(text: String) async throws {
    let page = try await app.open("/tables/order")
    try await page.textbox("Title of Mend the gate").enter(text)
    #expect(try await page.textbox("Title of Mend the gate").value == "Mend the gate")
    try await page.textbox("Title of Mend the gate").enter("Paint the gate")
    #expect(try await page.textbox("Title of Paint the gate").value == "Paint the gate")
  }

  @Test(arguments: ["abc", "99999999", "0", ""])
  func `who asks for a row that isn't there is told which there are`(text: String) async throws {
    let page = try await app.open("/million")
    try await page.textbox("Row").enter(text)
    #expect(await page.texts.contains("Enter a number from 1 to 1,000,000."))
    #expect(try await page.textbox("Row").isInvalid)
    try await page.textbox("Row").enter("777777")
    #expect(try await !page.textbox("Row").isInvalid)
  }

  @Test func `a form with something wrong says what, and is submitted when it is mended`() async throws {
    let page = try await app.open("/views")
    try await page.button("Book").click()
    #expect(await page.names(of: .alert).count { $0.hasSuffix(".") || $0.hasSuffix("?") } >= 4)
    try await page.textbox("Name").fill("Ann")
    try await page.spinbutton("Seats").fill("2")
    try await page.combobox("Show").choose("Evening")
    try await page.checkbox("I have read the terms").click()
    try await page.textbox("Name").pressEnter()
    #expect(await page.texts.contains("Booked."))
    await app.advance(by: .seconds(6))
    #expect(await page.texts.contains("Booked.") == false)
  }

  @Test func `tabs, menus and files are used by name`() async throws {
    let page = try await app.open("/views")
    try await page.tab("Sunday").click()
    #expect(await page.names(of: .tabpanel) == ["Sunday"])
    try await page.menuitem("Duplicate").click()
    #expect(await page.names(of: .log) == ["News"])
    #expect(await page.texts.contains("Duplicate"))
    let picker = page.filePicker("Up to three pictures, 1 MB each")
    try await picker.attach("sea.png", type: "image/png", size: 1000)
    #expect(await page.texts.contains("sea.png"))
    try await page.button("Remove sea.png").click()
    #expect(await page.texts.contains("sea.png") == false)
    await #expect(throws: (any Error).self) { try await picker.attach("x.exe", size: 1) }
  }
}
