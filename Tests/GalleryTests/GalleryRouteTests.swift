import Ghostlight
import GhostlightTesting
import Testing

@testable import GalleryComparison
@testable import GalleryScreens
@testable import gallery

@Suite(.replayed) struct GalleryRouteTests {
  @Test(arguments: ["en", "zh"])
  func `every route of the gallery has a screen, and every link on it leads somewhere`(language: String) async throws {
    let app = LiveTest(GalleryApp(BindingCosts()))
    try await app.checkRoutes(
      .shelf(1), .book(1, 2), .letter(1), .chapter(.screens, 1), languages: [language])
    try await app.end()
  }

  @Test(arguments: ["en", "zh"])
  func `a screen reader can name everything on every page`(language: String) async throws {
    let app = LiveTest(GalleryApp(BindingCosts()))
    for path in GalleryApp(BindingCosts()).paths {
      let page = try await app.open(path, languages: [language])
      #expect(await page.unnamedElements() == [], "\(path)")
      await page.close()
    }
    try await app.end()
  }
}
