import Foundation
import Ghostlight
import GhostlightTesting
import Testing

@testable import GalleryComparison
@testable import gallery

/// The tour on the gallery's first page.
@Suite(.replayed) struct TourTests {
  static let folder = SourceFileTests.folder.deletingLastPathComponent().appending(path: "Comparison/Tour")

  @Test(arguments: [TourWords.giveCode, TourWords.takeCode, TourWords.addCode, TourWords.methodCode])
  func `the code that is shown is the code that runs`(code: String) throws {
    let sources = try ["TourModels.swift", "TourCell.swift"].map {
      try String(contentsOf: Self.folder.appending(path: $0), encoding: .utf8)
    }
    let lines = Set(sources.joined(separator: "\n").split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } })
    for line in code.split(separator: "\n") { #expect(lines.contains(line.trimmingPrefix { $0 == " " })) }
  }

  @Test func `a model is refused until its method is written, and is in the list then`() async throws {
    let page = try await LiveTest(GalleryApp(BindingCosts())).open("/")
    #expect(try await page.list("This week").count == 3)
    try await page.button("Add birthdays").click()
    #expect(await page.names(of: .alert) == ["error: \(TourWords.error)"])
    #expect(try await page.list("This week").count == 3)
    try await page.button("Write the method").click()
    #expect(await page.names(of: .alert) == [])
    #expect(try await page.list("This week").count == 4)
    #expect(await page.texts.contains("Ada"))
    try await page.button("Start over").click()
    #expect(try await page.list("This week").count == 3)
  }

  @Test func `the tag swaps what stands out`() async throws {
    let page = try await LiveTest(GalleryApp(BindingCosts())).open("/")
    let rows = { await page.looks(of: .listitem).map { $0.contains("bold") } }
    #expect(await rows() == [true, true, false])
    try await page.radio("Festivals").click()
    #expect(await rows() == [false, false, true])
  }
}
