import EventLog
import EventStream
import GhostlightTesting
import Metering
import Testing
import ViewKit
import WebServer

@testable import DevTools

/// The tools as who reads Chinese sees them.
@Suite struct ChineseScreenTests {
  /// Screens of an app that speaks Chinese too.
  private struct Numbered: SessionReplaying {
    func screen(of session: String, at position: UInt64) async throws -> RecordedScreen {
      RecordedScreen(
        title: "\(position)", path: "/", html: "<p>\(position)</p>", outline: "标题 待办\n\(position)\n完")
    }
  }

  private let log = ArrayLog.oneClick

  private func open(
    _ path: String, live: Set<String> = [], languages: [String] = ["zh-CN", "en"]
  ) async throws -> (LiveTest, TestPage) {
    var parts = DevToolsParts(log, replaying: Numbered())
    parts.isLive = { live.contains($0) }
    let test = LiveTest(DevToolsApp(parts: parts))
    return (test, try await test.open(path, languages: languages))
  }

  /// The Latin words that a page has besides those of the log: names of events and sessions, and what events carry.
  private func foreignWords(on page: TestPage) async throws -> Set<String> {
    var known: Set<String> = ["Ghostlight", "Test", "UTC"]
    for record in try await log.records(of: nil, after: 0, limit: .max) {
      known.formUnion(record.name.latinWords)
      known.formUnion(log.content(of: record.position).latinWords)
      if case .session(let id) = record.source { known.formUnion(id.latinWords) }
    }
    var said = await page.texts
    said.append(await page.title)
    let roles: [Role] = [
      .button, .checkbox, .columnheader, .combobox, .group, .heading, .img, .link, .list, .progressbar, .searchbox,
      .slider, .tab, .table, .tablist, .tabpanel, .text,
    ]
    for role in roles { said.append(contentsOf: await page.names(of: role)) }
    return Set(said.flatMap(\.latinWords)).subtracting(known)
  }

  @Test(arguments: [
    ("/ghostlight", "事件 · Test"), ("/ghostlight?event=2", "事件 · Test"), ("/ghostlight?event=5", "事件 · Test"),
    ("/ghostlight/sessions", "会话 · Test"), ("/ghostlight/sessions/ann-7Qw2?at=5", "会话 ann-7Q · Test"),
    ("/ghostlight/figures", "指标 · Test"),
  ])
  func `every screen is in Chinese, and has a Chinese name for everything`(path: String, title: String) async throws {
    let (test, page) = try await open(path)
    await test.advance(by: .milliseconds(50))
    #expect(await page.title == title)
    #expect(try await foreignWords(on: page) == [])
    #expect(await page.unnamedElements() == [])
  }

  @Test(arguments: [
    (["zh-CN"], "事件"), (["zh-TW", "en"], "事件"), (["fr", "zh", "en"], "事件"), (["en-GB", "zh"], "Events"),
    (["de"], "Events"),
  ])
  func `the best language is taken that the tools speak`(languages: [String], heading: String) async throws {
    let (_, page) = try await open("/ghostlight", languages: languages)
    #expect(await page.heading(heading).isVisible)
  }

  @Test func `an event opens with its causes and consequences`() async throws {
    let (_, page) = try await open("/ghostlight")
    #expect(await page.heading("未打开事件").isVisible)
    try await page.button("StoreEvent.requestWriteTodo，事件，2").click()
    #expect(await page.heading("因果链").isVisible)
    #expect(await page.texts.contains("20 毫秒后应答"))
    try await page.button("只看此因果链").click()
    #expect(await page.texts.contains("7 / 8 个事件"))
    try await page.button("显示全部").click()
    try await page.searchbox("搜索").type("buy milk")
    #expect(await page.texts.contains("5 / 8 个事件"))
    try await page.combobox("事件类型").choose("StoreEvent（全部）")
    #expect(await page.texts.contains("3 / 8 个事件"))
  }

  @Test func `a session's moments are gone through and compared`() async throws {
    let (_, page) = try await open("/ghostlight/sessions/ann-7Qw2?at=1")
    #expect(await page.texts.contains("第 1 个事件，共 3 个"))
    try await page.button("前进一个事件").click()
    try await page.tab("变化").click()
    #expect(await page.texts.contains("与前一个事件相比"))
    try await page.button("从此处开始比较").click()
    try await page.button("到最后一个事件").click()
    #expect(await page.texts.contains("与第 2 个事件相比"))
    #expect(await page.button("与前一个事件比较").isVisible)
    try await page.button("播放").click()
    #expect(await page.button("暂停").isVisible)
    #expect(try await foreignWords(on: page) == [])
  }

  @Test func `a session of which nothing is recorded is told so`() async throws {
    let (_, page) = try await open("/ghostlight/sessions/nobody")
    #expect(await page.texts.contains("没有此会话的记录。"))
    #expect(try await foreignWords(on: page) == ["nobody"])
  }

  @Test func `sessions are listed with what has become of them`() async throws {
    let (_, page) = try await open("/ghostlight/sessions", live: ["ann-7Qw2"])
    let texts = Set(await page.texts)
    #expect(texts.isSuperset(of: ["在线", "至 00:00:00", "3 个事件"]))
    #expect(texts.isSuperset(of: ["已离开", "最后出现于 1970-01-01 00:00:00 UTC", "2 个事件"]))
  }

  @Test func `figures are told in Chinese units`() async throws {
    let parts = DevToolsParts(log, replaying: Numbered())
    let stream = AppStream()
    stream.add(parts.meter.tap(of: stream))
    stream.send(SessionEvent.timerFired(1))
    await stream.settle()
    let page = try await LiveTest(DevToolsApp(parts: parts)).open("/ghostlight/figures", languages: ["zh"])
    #expect(
      await page.names(of: .columnheader) == ["事件类型", "事件数", "处理用时", "最长", "应答用时", "最长"])
    #expect(await page.texts.contains { $0.hasSuffix("秒") })
  }
}
