import Ghostlight

// The README's controller; what it asks and who answers are the first guide's. GuideTests sees that both say the same.

enum ReadMe {
  final class CounterController: Controller {
    private let total = Heading()
    private let more = Button("One more", looks: ["primary"])

    override func loadView() -> View { Stack.main(total, more) }
    override func viewWillAppear() { send(CounterEvent.requestAdd(0)) }
    override func viewDidLoad() {
      on(\CounterEvent.total) { screen, answer in
        if case .success(let number) = answer { screen.total.text = "\(number)" }
      }
      more.onTap = { [unowned self] in send(CounterEvent.requestAdd(1)) }
    }
  }
}

struct ReadMeApp: LiveApp {
  let name = "Counter"
  var servers: [any Server] { CounterServer() }

  func session(for visitor: Visitor) -> Session {
    Session(screens: Routes { "/" ~> { ReadMe.CounterController() } })
  }
}
