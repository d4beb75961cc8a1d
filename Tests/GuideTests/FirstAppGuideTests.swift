import Foundation
import Testing

@Suite struct FirstAppGuideTests {
  @Test func `the guide says what is compiled here`() throws {
    let root = MixedListGuideTests.root
    let app = try String(contentsOf: root.appending(path: "Tests/GuideTests/FirstApp.swift"), encoding: .utf8)
    let tests = try String(contentsOf: root.appending(path: "Tests/GuideTests/FirstAppTests.swift"), encoding: .utf8)
    let guide = try String(contentsOf: root.appending(path: "docs/guides/your-first-app.md"), encoding: .utf8)
    let blocks = guide.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    try #require(blocks.count == 8)
    // Step by step, with less in it than in the whole file.
    for line in blocks[..<6].flatMap({ $0.split(separator: "\n") }) where line != "  …" {
      #expect(app.contains(line + "\n"))
    }
    // The tests, behind their imports, which here are others.
    let imports = "@testable import Counter\n"
    #expect(blocks[6].contains(imports))
    #expect(tests.hasSuffix(blocks[6].components(separatedBy: imports)[1]))
    // The whole file, but for what would start the app here, and the comment behind its import.
    let whole = blocks[7].replacingOccurrences(of: "@main\n", with: "")
    let start = "import Ghostlight\n"
    #expect(whole.hasPrefix(start))
    #expect(app.hasPrefix(start) && app.hasSuffix(whole.dropFirst(start.count)))
  }
}
