/// What stands around every screen.
struct FrameWords: Sendable {
  let language: Language

  var navigation: String { language.says("Ghostlight tools", "Ghostlight 工具") }

  func back(to app: String) -> String { language.says("Back to \(app)", "返回 \(app)") }
}
