import Foundation
import GhostlightTesting
import Testing

@Suite struct MixedListGuideTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test func `the guide says what is compiled here`() throws {
    let code = try String(contentsOf: Self.root.appending(path: "Tests/GuideTests/MixedList.swift"), encoding: .utf8)
    let guide = try String(contentsOf: Self.root.appending(path: "docs/guides/a-mixed-list.md"), encoding: .utf8)
    let blocks = guide.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    #expect(blocks.count == 12)
    for block in blocks { #expect(code.contains(block)) }
  }

  @Test func `both kinds stand in one list, by day`() async throws {
    let page = try await LiveTest(Month()).open("/")
    #expect(await texts(of: page) == ["3.Ann’s birthday", "14.Dentist", "21.Bo’s birthday"])
  }

  @Test func `the tag emphasises birthdays, and lets go of them`() async throws {
    let page = try await LiveTest(Month()).open("/")
    try await page.checkbox("Emphasise birthdays").click()
    #expect(await texts(of: page) == ["3.Ann’s birthday!", "14.Dentist", "21.Bo’s birthday!"])
    try await page.checkbox("Emphasise birthdays").click()
    #expect(await texts(of: page) == ["3.Ann’s birthday", "14.Dentist", "21.Bo’s birthday"])
  }

  @Test func `what is done with a birthday comes with that birthday`() async throws {
    let page = try await LiveTest(Month()).open("/party")
    #expect(await page.texts == ["Party", "Dentist", "Ann", "Congratulate"])
    try await page.button("Congratulate Ann").click()
    #expect(await page.texts.contains("Ann will be glad."))
  }

  /// The texts of the rows, day and all.
  private func texts(of page: TestPage) async -> [String] {
    let texts = await page.texts.filter { $0 != "This month" }
    return stride(from: 0, to: texts.count - 1, by: 2).map { texts[$0] + texts[$0 + 1] }
  }
}
