import EventMacros
import EventStream
import GhostBinding
import Synchronization
import Testing
import ViewKit

@testable import WebServer

/// What a user has been shown under a number, and acts on, must have that number in the process that comes after a crash.
@Suite struct GivenNumbersTests {
  @Event(reach: .app)
  enum ShopEvent {
    @Answered(by: \.found) case requestThing(String)
    case found(Result<String, ShopFailure>)
    case news(String)
    case wish(String)
  }

  struct ShopFailure: AnswerFailure {
    init(_ error: any Error) {}
  }

  private struct Shop: Server {
    var observers: some Observers {
      Answer(\ShopEvent.requestThing, whenInterrupted: .askAgain) { name in
        if name == "late" { try await Task.sleep(for: .seconds(60)) }
        return name
      }
    }
  }

  /// Asks by itself: nothing on the screen has.
  private struct Wishes: Server {
    var observers: some Observers {
      On(\ShopEvent.wish) { name in ShopEvent.requestThing(name) }
    }
  }

  struct Thing: ModelType, Identifiable, Equatable {
    let id: String
    var isSpecial = false
  }

  final class ThingCell: TableCell, ViewType {
    let label = Label()
    override init() {
      super.init()
      add(label)
    }
    func take(_ thing: Thing) { label.text = thing.id }
  }

  final class Kinds: CellSet, ViewType {
    let plain = RowKind(ThingCell()), special = RowKind(ThingCell())
    init() { super.init(plain, special) }
    func take(_ thing: Thing) { show(thing, as: thing.isSpecial ? special : plain) }
  }

  private final class Window: Controller {
    let text = Label()
    let main = Stack.main()
    let table = Table("Things", cell: ThingCell())
    let mixed = Table("Mixed", cells: Kinds())
    let chosen = Table("Chosen", selection: .multiple, cell: ThingCell())
    let field = TextInput.line(), box = Checkbox("Box")
    var number = 0

    override func loadView() -> View {
      for what in [
        "text", "view", "row", "none", "list", "kind", "late", "away", "back", "row away", "row away and back",
        "shut", "open", "shown", "ready", "fill", "tick", "select",
      ] {
        let button = Button(what)
        button.onTap = { [unowned self] in change(what) }
        let ask = Button("ask " + what)
        ask.onTap = { [unowned self] in send(ShopEvent.requestThing(what)) }
        main.add(button, ask)
      }
      mixed.show([Thing(id: "1")])
      change("shut")
      chosen.show([Thing(id: "1")])
      main.add(text, table, mixed, chosen, field, box)
      return main
    }

    override func viewDidLoad() {
      onSuccess(of: \ShopEvent.found) { $0.change($1) }
      on(\ShopEvent.news) { $0.change($1) }
    }

    private func change(_ what: String) {
      number += 1
      switch what {
      case "view": main.add(Label("\(number)"))
      case "row": table.show([Thing(id: "\(number)")])
      case "none": table.show([])
      case "kind": mixed.show([Thing(id: "1", isSpecial: true)])
      case "away": table.removeFromParent()
      case "back": main.add(table)
      case "row away":
        table.removeFromParent()
        table.show([Thing(id: "\(number)")])
      case "row away and back":
        change("row away")
        main.add(table)
      case "list":
        let list = Table("More", cell: ThingCell())
        list.show([Thing(id: "\(number)")])
        main.add(list)
      case "shut":
        field.isEnabled = false
        box.isHidden = true
        text.isBusy = true
      case "open": field.isEnabled = true
      case "shown": box.isHidden = false
      case "ready": text.isBusy = false
      case "fill": field.text = "\(number)"
      case "tick": box.isOn = true
      case "select": chosen.select(["1"])
      default: text.text = "\(number)"
      }
    }
  }

  private final class Watcher: LiveSession.Observer {
    let told: Told
    init(_ told: Told) { self.told = told }
    func screenDidChange(_ tree: ViewTree, isRepeatable: Bool) {
      tree.forgetChanges()
      told.all.withLock { $0.append(isRepeatable) }
    }
  }

  private final class Told: Sendable {
    let all = Mutex<[Bool]>([])
  }

  /// Says that all turns that are over are durable, or that none is known to be.
  private final class Recorder: SessionRecorder {
    let isDurable: Bool
    init(_ isDurable: Bool) { self.isDurable = isDurable }
    func record<Root: Event>(_ event: Root, _ envelope: Envelope, isInput: Bool, beginsTurn: Bool) {}
    func leaveOutNumbers() {}
  }

  private let stream = AppStream()

  /// Whether what a button changes is shown before it is durable.
  ///
  /// - Parameters:
  ///   - before: What was pressed before that, or came as news.
  ///   - awaiting: Whether something has been asked for before that isn't answered yet.
  ///   - isDurable: Whether what was pressed before is durable.
  private func isShownAtOnce(
    _ name: String, behind before: [String] = [], awaiting: Bool = false, isDurable: Bool = false
  ) async throws -> Bool {
    stream.start(Shop())
    // It takes news in when it is told to.
    let live = LiveSession(
      Session(Wishes(), screens: Routes { "/" ~> { Window() } }), app: stream, onNews: { _ in },
      recorder: { Recorder(isDurable) }
    )
    #expect(await live.open("/"))
    let told = Told()
    await live.observe {
      $0.forgetChanges()
      return Watcher(told)
    }
    func press(_ name: String, _ number: Int) async throws {
      let button = await live.withScreen { tree in
        (1...80).compactMap { tree.view($0) }.first { $0[text: .text] == name }?.id
      }
      try await live.receive(Intent(.view(try #require(button ?? nil)), .tap), number: number)
      if !awaiting { await live.settle() }
    }
    // There is a row already.
    try await press("row", 1)
    for (number, name) in before.enumerated() {
      if name.hasPrefix("news: ") || name.hasPrefix("wish: ") {
        let what = String(name.dropFirst(6))
        stream.send(name.hasPrefix("n") ? ShopEvent.news(what) : .wish(what))
        // The app's stream delivers it when it can.
        while await !live.takeIn() { try await Task.sleep(for: .milliseconds(1)) }
      } else {
        try await press(name, 2 + number)
      }
    }
    if awaiting { try await press("ask late", 2) }
    told.all.withLock { $0 = [] }
    try await press(name, 9)
    #expect(told.all.withLock { $0.count } == 1)
    await live.end()
    return told.all.withLock { $0 == [true] }
  }

  @Test(arguments: [
    "text", "view", "none", "ask text", "ask none", "open", "shown", "ready", "fill", "tick", "select",
  ])
  func `is shown at once where it has the same number again, or none`(name: String) async throws {
    #expect(try await isShownAtOnce(name))
  }

  @Test(arguments: ["row", "list", "kind", "ask row", "ask view", "ask kind"])
  func `is shown when it is durable where it might have another`(name: String) async throws {
    #expect(try await !isShownAtOnce(name))
  }

  /// Who acts on it would act before the answer when it is all said again.
  @Test(arguments: ["open", "shown", "ready", "fill", "tick", "select"])
  func `an answer that lets its user do more is shown when it is durable`(name: String) async throws {
    #expect(try await !isShownAtOnce("ask " + name))
    #expect(try await isShownAtOnce(name, awaiting: true))
  }

  @Test func `is shown when it is durable where an answer may come before it the next time`() async throws {
    #expect(try await !isShownAtOnce("view", awaiting: true))
    #expect(try await isShownAtOnce("text", awaiting: true))
  }

  @Test func `and also where a server of the session has asked for that`() async throws {
    #expect(try await !isShownAtOnce("view", behind: ["wish: late"], isDurable: true))
    #expect(try await isShownAtOnce("text", behind: ["wish: late"], isDurable: true))
  }

  /// Whoever went back to a list waited for the disk, though it had been shown before.
  @Test func `a table that comes back is shown at once, unless it has got rows meanwhile`() async throws {
    #expect(try await isShownAtOnce("back", behind: ["away"]))
    #expect(try await !isShownAtOnce("back", behind: ["row away"]))
    #expect(try await isShownAtOnce("back", behind: ["row away", "back", "away"]))
    #expect(try await isShownAtOnce("back", behind: ["none", "away"]))
  }

  /// Who went back to a list that had got rows meanwhile waited for the disk, though the log had written them long ago.
  @Test func `rows that a table got in an earlier turn are shown at once if that is durable`() async throws {
    #expect(try await isShownAtOnce("back", behind: ["row away"], isDurable: true))
    #expect(try await !isShownAtOnce("row away and back", isDurable: true))
    #expect(try await !isShownAtOnce("list", isDurable: true))
    #expect(try await !isShownAtOnce("row", isDurable: true))
  }

  /// News that change nothing on the screen may show themselves in what comes next.
  @Test func `what came before and wasn't seen holds nothing up once it is durable`() async throws {
    #expect(try await isShownAtOnce("text", behind: ["away", "ask row away"]))
    #expect(try await !isShownAtOnce("text", behind: ["away", "news: row away"]))
    #expect(try await isShownAtOnce("text", behind: ["away", "news: row away"], isDurable: true))
  }
}
