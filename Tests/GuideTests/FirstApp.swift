import Ghostlight

// The whole file of docs/guides/your-first-app.md, but for @main: what starts here are the tests. GuideTests sees that
// both say the same.

/// What may be asked of the count, and what is told of it.
@Event(reach: .app)
enum CounterEvent {
  /// Asks for more; adding 0 only asks for the total.
  @Answered(by: \.total) case requestAdd(Int)
  /// The total: an answer to who asked, and news for everyone.
  @News case total(Result<Int, CounterFailure>)
}

/// Why the count can't be changed.
enum CounterFailure: AnswerFailure {
  case belowZero
  case unavailable

  init(_ error: any Error) { self = error as? CounterFailure ?? .unavailable }
}

/// The count itself.
actor Count {
  private var total = 0

  func add(_ number: Int) throws(CounterFailure) -> Int {
    guard total + number >= 0 else { throw .belowZero }
    total += number
    return total
  }
}

/// Answers what is asked of the count.
struct CounterServer: Server {
  private let count = Count()

  var observers: some Observers {
    Answer(\CounterEvent.requestAdd, atMost: 1) { [count] number in try await count.add(number) }
  }
}

/// The count on the screen, with a button to add one and a button to take one away.
final class CounterController: Controller {
  private let total = Heading()
  private let more = Button("One more", looks: ["primary"])
  private let fewer = Button("One fewer")

  override var title: String { "Counter" }
  override func loadView() -> View { Stack.main(total, Stack.row(fewer, more)) }

  override func viewDidLoad() {
    on(\CounterEvent.total) { $0.show($1) }
    more.onTap = { [unowned self] in send(CounterEvent.requestAdd(1)) }
    fewer.onTap = { [unowned self] in send(CounterEvent.requestAdd(-1)) }
  }

  override func viewWillAppear() { send(CounterEvent.requestAdd(0)) }

  private func show(_ answer: Result<Int, CounterFailure>) {
    switch answer {
    case .success(let number): total.text = "\(number)"
    case .failure(.belowZero): alert("That didn’t work", "The count can’t fall below zero.")
    case .failure(.unavailable): alert("That didn’t work", "Please try again.")
    }
  }
}

/// A count that everyone shares, live.
struct CounterApp: LiveApp {
  let name = "Counter"
  var servers: [any Server] { CounterServer() }

  func session(for visitor: Visitor) -> Session {
    Session(screens: Routes { "/" ~> { CounterController() } })
  }

  static func main() async { await LiveServer(CounterApp(), configuration: ServerConfiguration()).runOrExit() }
}
