import Ghostlight

/// A button and a number: the least that a click can change.
final class CounterController: ScreenController<CounterScreen> {
  private var count = 0

  init() { super.init(CounterScreen()) }

  override var title: String { "Counter" }

  override func viewDidLoad() {
    screen.more.onTap = { [unowned self] in
      count += 1
      screen.show(count)
    }
  }
}

/// How the counter is built.
struct CounterScreen: Screen {
  let more = Button("More")
  let count = Label("0")
  let view: View

  init() {
    more.anchor("more")
    count.anchor("count")
    view = Stack.main(more, count)
  }

  func show(_ number: Int) { count.text = "\(number)" }
}
