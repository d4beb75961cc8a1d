import EventLog
import GalleryComparison
import Ghostlight
import GhostlightTesting
import Testing

@testable import gallery

/// What a page of the gallery shows follows from what came to it: another process shows the same.
@Suite struct GalleryReplayTests {
  private let app: LiveTest

  init() async { app = LiveTest(GalleryApp(await .measure())) }

  /// Plays all pages in a process that has measured nothing.
  private func verify(_ count: Int) async throws -> Int {
    await app.settle()
    let log = try #require(app.log)
    try await log.flush()
    var compared = 0
    for number in 1...count {
      let recording = try await SessionRecording.read("page \(number)", from: log)
      compared += try await LiveTest.verify(recording, in: GalleryApp(BindingCosts()))
    }
    return compared
  }

  @Test func `every page is shown again as it was`() async throws {
    let paths = GalleryApp(BindingCosts()).paths
    for path in paths { _ = try await app.open(path) }
    await app.advance(by: .seconds(3))
    #expect(try await verify(paths.count) >= paths.count)
  }

  @Test func `what was measured is in the recording`() async throws {
    let page = try await app.open("/architectures")
    await app.settle()
    #expect(await page.texts.contains { $0.hasSuffix(" ns") })
    #expect(try await verify(1) >= 2)
  }

  @Test func `what was done on the tour is shown again`() async throws {
    let page = try await app.open("/")
    try await page.button("Add birthdays").click()
    try await page.button("Write the method").click()
    #expect(try await verify(1) >= 3)
  }
}
