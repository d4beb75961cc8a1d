import Foundation
import GhostlightTesting
import Testing

@Suite struct ReadMeTests {
  @Test(arguments: [
    "README.md", "Sources/Ghostlight/Ghostlight.docc/Ghostlight.md",
    "Sources/EventMacros/EventMacros.docc/EventMacros.md",
  ])
  func `the page says what is compiled here`(page: String) throws {
    let root = MixedListGuideTests.root
    let code = try ["FirstApp", "ReadMe"].map {
      try String(contentsOf: root.appending(path: "Tests/GuideTests/\($0).swift"), encoding: .utf8)
    }.joined()
    let blocks = try blocks(of: page)
    #expect(blocks.count == (page == "README.md" ? 2 : 1))
    for line in try #require(blocks.first).split(separator: "\n") { #expect(code.contains(line + "\n")) }
  }

  @Test func `the least app is compiled here, all of it`() throws {
    let app = try String(
      contentsOf: MixedListGuideTests.root.appending(path: "Tests/GuideTests/LeastApp.swift"), encoding: .utf8)
    let whole = try #require(blocks(of: "README.md").last).replacingOccurrences(of: "@main\n", with: "")
    // But for the comment behind its import.
    let start = "import Ghostlight\n"
    #expect(whole.hasPrefix(start))
    #expect(app.hasPrefix(start) && app.hasSuffix(whole.dropFirst(start.count)))
  }

  @Test func `the least app does what its button says`() async throws {
    let page = try await LiveTest(HelloApp()).open("/")
    try await page.button("Greet me").click()
    #expect(await page.heading("Hello, you").isVisible)
  }

  @Test func `one person presses the button, everybody sees the number`() async throws {
    let app = LiveTest(ReadMeApp())
    let (ann, bo) = (try await app.open("/"), try await app.open("/"))
    try await ann.button("One more").click()
    #expect(await bo.heading("1").isVisible)
  }

  private func blocks(of page: String) throws -> [String] {
    let text = try String(contentsOf: MixedListGuideTests.root.appending(path: page), encoding: .utf8)
    return text.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
  }
}
