import GalleryComparison
import Ghostlight
import GhostlightTesting
import Testing

@testable import GalleryScreens
@testable import gallery

/// A session of the gallery returns from a snapshot, whatever page it is on and whatever was done there, and so in a time that
/// doesn't grow with its life.
@Suite struct GallerySnapshotTests {
  static let paths =
    GalleryApp(BindingCosts()).paths
    + [Path.shelves, .shelf(1), .book(1, 2), .letter(1), .chapter(.screens, 1), .signIn].map(\.text)

  private let app: LiveTest

  private static let costs = Task { await BindingCosts.measure() }

  init() async { app = LiveTest(GalleryApp(await Self.costs.value)) }

  @Test(arguments: paths)
  func `a snapshot can be taken of every page, after whatever can be done on it`(path: String) async throws {
    let page = try await app.open(path)
    try await verify(page, "opening it")
    for role in TestPage.used {
      let names = await page.usable(role)
      for name in names where await page.use(role, name) {
        while try await page.closeDialog() {}
        if await page.path != path { try await page.visit(path) }
      }
      if !names.isEmpty { try await verify(page, "using each \(role.rawValue)") }
    }
    try await app.end()
  }

  @Test(.replayed) func `who has signed in is a member in the session that comes out of a snapshot`() async throws {
    let page = try await app.open("/routes/sign-in")
    try await page.button("I am a member").click()
    try await page.visit("/routes/members")
    #expect(await page.path == "/routes/members")
    try await verify(page, "signing in")
    try await app.end()
  }

  @Test(.replayed) func `what was written in the chat is there after the answer has come`() async throws {
    let page = try await app.open("/tables/kinds")
    for text in ["Cheese", "Apples", "Wine"] {
      try await page.textbox("Write something").enter(text)
      await app.advance(by: .seconds(1))
      try await verify(page, "writing")
    }
    try await page.button("Mark as read").click()
    try await verify(page, "reading")
    try await app.end()
  }

  /// Takes a snapshot, once nothing is under way any more.
  private func verify(_ page: TestPage, _ act: String) async throws {
    do {
      try await page.verifySnapshot()
    } catch SessionSnapshot.Refusal.notNow {
      await app.advance(by: .seconds(7))
      if try await page.closeDialog() { return try await verify(page, act) }
      try await page.verifySnapshot()
    } catch {
      Issue.record("after \(act) on \(await page.path): \(error)")
    }
  }
}

extension TestPage {
  fileprivate static let used: [Role] = [
    .button, .radio, .checkbox, .tab, .menuitem, .option, .textbox, .spinbutton, .slider,
  ]

  /// The names of what a user can use; what has the same as another is left out.
  fileprivate func usable(_ role: Role) async -> [String] {
    let names = await names(of: role)
    return names.filter { name in names.count { $0 == name } == 1 }
  }

  /// Whether it was there and could be used.
  fileprivate func use(_ role: Role, _ name: String) async -> Bool {
    do {
      switch role {
      case .textbox, .spinbutton, .slider: try await element(role, name).fill("7")
      default: try await element(role, name).click()
      }
      return true
    } catch { return false }
  }

  fileprivate func closeDialog() async throws -> Bool {
    let isAlert = await alert.isVisible
    let isDialog = await element(.dialog, nil).isVisible
    guard isAlert || isDialog else { return false }
    let names = await names(of: .button)
    guard let close = names.last(where: { ["OK", "Done", "Close", "Keep"].contains($0) }) else { return false }
    try await button(close).click()
    return true
  }
}
