import EventStream
import Testing
import ViewKit

@Suite struct ControllerTests {
  final class Recorder: Controller {
    let calls: Calls
    let label: String
    init(_ label: String, _ calls: Calls) {
      self.label = label
      self.calls = calls
      super.init()
      calls.add("\(label) init")
    }
    deinit { calls.add("\(label) end") }
    override var title: String { label }
    override func loadView() -> View {
      calls.add("\(label) loadView")
      return Stack.main(Button("Go") { [unowned self] in go(to: "/b") }, Button("Wait") { [unowned self] in wait() })
    }
    override func viewDidLoad() { calls.add("\(label) didLoad") }
    override func viewWillAppear() { calls.add("\(label) willAppear") }
    override func viewDidAppear() { calls.add("\(label) didAppear") }
    override func viewWillDisappear() { calls.add("\(label) willDisappear") }
    override func viewDidDisappear() { calls.add("\(label) didDisappear") }
    func wait() { after(.seconds(1)) { [unowned self] in calls.add("\(label) fired") } }
  }

  final class Calls: @unchecked Sendable {
    // Safe because only the one session of a test uses it, and the test when that is done.
    var all: [String] = []
    func add(_ call: String) { all.append(call) }
    func take() -> [String] {
      defer { all = [] }
      return all
    }
  }

  let calls = Calls()

  func session(sleep: @escaping @Sendable (Duration) async throws -> Void = { _ in }) -> LiveSession {
    LiveSession(
      Session(
        screens: Routes { [calls] in
          "/a" ~> { Recorder("a", calls) }
          "/b" ~> { Recorder("b", calls) }
          "/items/:id" ~> { (id: Int) in Recorder("item \(id)", calls) }
        }), app: AppStream(), sleep: sleep)
  }

  static let arriving = ["init", "loadView", "didLoad", "willAppear", "didAppear"]
  static let leaving = ["willDisappear", "didDisappear", "end"]

  @Test func `coming and going calls each once and in order`() async {
    let session = session()
    #expect(await session.open("/a"))
    #expect(calls.take() == Self.arriving.map { "a \($0)" })
    #expect(await session.visit("/items/7", .push("/items/7")))
    #expect(
      calls.take() == ["item 7 init", "a willDisappear", "a didDisappear", "a end"]
        + Self.arriving.dropFirst().map { "item 7 \($0)" })
    await session.end()
    #expect(calls.take() == Self.leaving.map { "item 7 \($0)" })
  }

  @Test func `a handler may leave its own screen`() async throws {
    let session = session()
    #expect(await session.open("/a"))
    let button = try #require(await session.withScreen { $0.firstButton } ?? nil)
    try await session.receive(Intent(.view(button), .tap))
    #expect(await session.withScreen { $0.title } == "b")
    #expect(calls.take().filter { $0 == "a end" }.count == 1)
  }

  @Test func `an address that leads nowhere says so and can be left`() async {
    let session = session()
    #expect(await session.open("/a"))
    #expect(await !session.visit("/items/seven", nil))
    #expect(await session.withScreen { $0.title } == "Not found")
    #expect(await session.visit("/b", nil))
    #expect(await session.withScreen { $0.title } == "b")
  }

  @Test func `a timer doesn't outlive its controller`() async throws {
    let (waiting, wake) = AsyncStream.makeStream(of: Void.self)
    let session = session(sleep: { _ in for await _ in waiting { break } })
    #expect(await session.open("/a"))
    try await session.receive(Intent(.view(try #require(await session.withScreen { $0.secondButton } ?? nil)), .tap))
    #expect(await session.visit("/b", nil))
    wake.yield()
    await session.settle()
    #expect(!calls.take().contains("a fired"))
  }

  @Test func `routes need as many placeholders as their screens take values`() {
    #expect(Routes { "/x/:id" ~> { (id: Int) in Controller() } }.lead(to: "/x/5"))
    #expect(!Routes { "/x/:id" ~> { (id: Int) in Controller() } }.lead(to: "/x/five"))
    #expect(!Routes { "/x/:id" ~> { (id: Int) in Controller() } }.lead(to: "/x"))
    #expect(Routes { "/" ~> { Controller() } }.lead(to: "/?q=1#top"))
  }
}

extension ViewTree {
  fileprivate var firstButton: Int? { buttons(root).first }
  fileprivate var secondButton: Int? { buttons(root).dropFirst().first }
  private func buttons(_ view: View) -> [Int] {
    (view is Button ? [view.id] : []) + view.children.flatMap(buttons)
  }
}
