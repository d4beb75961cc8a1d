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
    let text = try String(contentsOf: root.appending(path: page), encoding: .utf8)
    let blocks = text.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    #expect(blocks.count == 1)
    for line in blocks.flatMap({ $0.split(separator: "\n") }) { #expect(code.contains(line + "\n")) }
  }

  @Test func `one person presses the button, everybody sees the number`() async throws {
    let app = LiveTest(ReadMeApp())
    let (ann, bo) = (try await app.open("/"), try await app.open("/"))
    try await ann.button("One more").click()
    #expect(await bo.heading("1").isVisible)
  }
}
