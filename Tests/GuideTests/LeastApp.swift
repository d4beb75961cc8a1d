import Ghostlight

// The whole file of the README's app of one's own, but for @main. GuideTests sees that both say the same.

final class HelloController: Controller {
  private let greeting = Heading("Hello")
  private let button = Button("Greet me")

  override func loadView() -> View { Stack.main(greeting, button) }
  override func viewDidLoad() {
    button.onTap = { [unowned self] in greeting.text = "Hello, you" }
  }
}

struct HelloApp: LiveApp {
  let name = "Hello"

  func session(for visitor: Visitor) -> Session {
    Session(screens: Routes { "/" ~> { HelloController() } })
  }

  static func main() async { await LiveServer(HelloApp(), configuration: ServerConfiguration()).runOrExit() }
}
