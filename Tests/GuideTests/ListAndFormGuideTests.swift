import Foundation
import Testing

@Suite struct ListAndFormGuideTests {
  @Test func `the guide says what is compiled here, all of it and in its order`() throws {
    let guide = try read("docs/guides/a-list-and-a-form.md")
    let blocks = guide.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0].replacingOccurrences(of: "@main\n", with: "")
    }
    // The tests, behind their imports, which here are others.
    let imports = "@testable import Lending\n"
    let shown = try #require(blocks.last { $0.contains(imports) })
    let tests = try read("Tests/GuideTests/ListAndFormTests.swift")
    let inGuide = tests.components(separatedBy: "\n// Not in the guide.\n")[0]
    #expect(inGuide.hasSuffix(shown.components(separatedBy: imports)[1]))
    // The two files, block by block.
    let code = blocks.filter { !$0.contains(imports) }
    for (file, module) in [("ListAndForm", "import Ghostlight"), ("ListAndFormShelf", "import Foundation")] {
      let text = try read("Tests/GuideTests/\(file).swift")
      let own = code.filter { text.contains($0) }
      #expect(own.first?.hasPrefix(module) == true)
      #expect(lines(of: own.joined()) == lines(of: text), "\(file).swift")
    }
    #expect(code.count == 17)
    // And the lines for another port, which the first guide's app is tried with.
    let starts = try read("Tests/GuideTests/FirstAppStarts.swift")
    for line in try #require(code.first).split(separator: "\n") { #expect(starts.contains("    " + line + "\n")) }
  }

  private func read(_ path: String) throws -> String {
    try String(contentsOf: MixedListGuideTests.root.appending(path: path), encoding: .utf8)
  }

  /// The lines but for empty ones, and for what only the test's file says.
  private func lines(of text: String) -> [Substring] {
    text.split(separator: "\n").filter { !$0.hasPrefix("// ") }
  }
}
