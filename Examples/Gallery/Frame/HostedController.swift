public import Ghostlight

/// A screen that stands inside of a page.
open class HostedController: Controller {
  /// Puts the page around the screen.
  public var host: ((View) -> View)?
  /// The page's title.
  public var hostTitle = ""

  public override init() { super.init() }

  /// Builds the screen itself. Asked once.
  open func loadScreen() -> View { Stack.column() }

  public final override func loadView() -> View {
    let screen = loadScreen()
    return host?(screen) ?? screen
  }

  public final override var title: String { hostTitle }
}
