import Foundation
import Testing

@Suite struct FirstAppGuideTests {
  @Test func `the guide says what is compiled here`() throws {
    let root = MixedListGuideTests.root
    let app = try String(contentsOf: root.appending(path: "Tests/GuideTests/FirstApp.swift"), encoding: .utf8)
    let starts = try String(
      contentsOf: root.appending(path: "Tests/GuideTests/FirstAppStarts.swift"), encoding: .utf8)
    let tests = try String(contentsOf: root.appending(path: "Tests/GuideTests/FirstAppTests.swift"), encoding: .utf8)
    let guide = try String(contentsOf: root.appending(path: "docs/guides/your-first-app.md"), encoding: .utf8)
    let blocks = guide.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    try #require(blocks.count == 11)
    // Step by step, with less in it than in the whole file.
    for line in blocks[1...6].flatMap({ $0.split(separator: "\n") }) where line != "  …" {
      #expect(app.contains(line + "\n"))
    }
    // Another port, and events that are printed.
    for block in [blocks[0], blocks[7], blocks[9]] {
      for line in block.split(separator: "\n") { #expect(starts.contains(line + "\n")) }
    }
    // The tests, behind their imports, which here are others.
    let imports = "@testable import Counter\n"
    #expect(blocks[8].contains(imports))
    #expect(tests.hasSuffix(blocks[8].components(separatedBy: imports)[1]))
    // The whole file, but for what would start the app here, and the comment behind its import.
    let whole = blocks[10].replacingOccurrences(of: "@main\n", with: "")
    let start = "import Ghostlight\n"
    #expect(whole.hasPrefix(start))
    #expect(app.hasPrefix(start) && app.hasSuffix(whole.dropFirst(start.count)))
  }
}
