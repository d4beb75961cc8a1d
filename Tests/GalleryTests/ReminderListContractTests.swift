import GalleryArchitectures
import GalleryFrame
import Ghostlight
import GhostlightTesting
import Testing

/// What the list of reminders does, whichever way it is written.
@Suite(.replayed) struct ReminderListContractTests {
  struct App: LiveApp {
    let architecture: Architecture
    let name = "Reminders"
    let languages = ["en", "zh"]

    func session(for visitor: Visitor) -> Session {
      let language = Language(rawValue: visitor.language(from: languages)) ?? .english
      let sample = SampleReminders(language)
      return Session(
        ReminderModelServer(sample), ReminderViewModelServer(),
        screens: Routes { "/" ~> { architecture.screen(language, ReminderSource(sample)) } })
    }
  }

  static let inOrder = [
    "1 Jan New Year’s Day", "14 Feb Give the present", "14 Feb Valentine’s Day", "1 Mar Mend the paper lantern",
    "3 Mar Lantern Festival", "20 Sep Book the train home", "25 Sep Mid-Autumn Festival",
  ]
  static let eventsBold = [false, true, false, true, false, true, false]

  private func open(_ architecture: Architecture, languages: [String] = ["en"]) async throws -> (LiveTest, TestPage) {
    let app = LiveTest(App(architecture: architecture))
    return (app, try await app.open("/", languages: languages))
  }

  /// The rows as they read: date and title.
  private func rows(_ page: TestPage) async -> [String] {
    // Two radios and a button come first.
    let texts = await page.texts.dropFirst(3)
    return zip(texts, texts.dropFirst()).enumerated().filter { $0.offset % 2 == 0 }.map { "\($1.0) \($1.1)" }
  }

  private func bold(_ page: TestPage) async -> [Bool] {
    await page.looks(of: .listitem).map { $0.contains("bold") && !$0.contains("calm") }
  }

  @Test(arguments: Architecture.all)
  func `nothing is shown for two seconds, and that something is on its way`(architecture: Architecture) async throws {
    let (app, page) = try await open(architecture)
    #expect(try await page.list("Reminders").isBusy)
    await app.advance(by: .milliseconds(1_999))
    #expect(try await page.list("Reminders").count == 0)
    await app.advance(by: .milliseconds(1))
    #expect(try await page.list("Reminders").count == 7)
    #expect(try await page.list("Reminders").isBusy == false)
    try await app.end()
  }

  @Test(arguments: Architecture.all)
  func `events and festivals stand together, by date`(architecture: Architecture) async throws {
    let (app, page) = try await open(architecture)
    await app.advance(by: .seconds(2))
    #expect(await rows(page) == Self.inOrder)
    try await app.end()
  }

  @Test(arguments: Architecture.all)
  func `each kind has its own look, and the tag swaps them`(architecture: Architecture) async throws {
    let (app, page) = try await open(architecture)
    await app.advance(by: .seconds(2))
    #expect(await bold(page) == Self.eventsBold)
    try await page.radio("Festivals stand out").click()
    #expect(await bold(page) == Self.eventsBold.map { !$0 })
    #expect(await rows(page) == Self.inOrder)
    try await page.radio("Events stand out").click()
    #expect(await bold(page) == Self.eventsBold)
    try await app.end()
  }

  @Test(arguments: Architecture.all)
  func `a tag that is chosen before the rows have come holds for them`(architecture: Architecture) async throws {
    let (app, page) = try await open(architecture)
    try await page.radio("Festivals stand out").click()
    await app.advance(by: .seconds(2))
    #expect(await bold(page) == Self.eventsBold.map { !$0 })
    try await app.end()
  }

  @Test(arguments: Architecture.all)
  func `what has changed is there after loading again, in its place`(architecture: Architecture) async throws {
    let (app, page) = try await open(architecture)
    await app.advance(by: .seconds(2))
    try await page.radio("Festivals stand out").click()
    try await page.button("Load again").click()
    #expect(try await page.list("Reminders").isBusy)
    #expect(await rows(page) == Self.inOrder)
    await app.advance(by: .seconds(2))
    var expected = Self.inOrder
    expected.insert("9 Mar Answer a letter that has just come", at: 5)
    #expect(await rows(page) == expected)
    #expect(await bold(page) == [true, false, true, false, true, false, false, true])
    try await page.button("Load again").click()
    await app.advance(by: .seconds(2))
    #expect(await rows(page) == Self.inOrder)
    try await app.end()
  }

  @Test(arguments: Architecture.all)
  func `it speaks Chinese`(architecture: Architecture) async throws {
    let (app, page) = try await open(architecture, languages: ["zh-CN"])
    await app.advance(by: .seconds(2))
    #expect(await page.names(of: .radio) == ["突出事件", "突出节日"])
    #expect(await rows(page).prefix(2) == ["1月1日 元旦", "2月14日 送礼物"])
    try await app.end()
  }

  @Test(arguments: Architecture.all)
  func `nothing arrives on a page that was left`(architecture: Architecture) async throws {
    let (app, page) = try await open(architecture)
    await page.close()
    await app.advance(by: .seconds(2))
    await #expect(throws: PageError.closed) { try await page.element(.listitem, nil).count }
    #expect(app.failures.isEmpty)
    try await app.end()
  }
}
