import EventStream
import Testing
@testable import ViewKit

@Suite struct ControllerTests {
  final class Goer: Recorder {
    override func loadView() -> View {
      Stack.main(Button("Go") { [unowned self] in go(to: "/b") }, Button("Wait") { [unowned self] in wait() })
    }
    func wait() { after(.seconds(1)) { [unowned self] in calls.add("\(label) fired") } }
  }

  let calls = Calls()

  func session(sleep: @escaping @Sendable (Duration) async throws -> Void = { _ in }) -> LiveSession {
    LiveSession(
      Session(
        screens: Routes { [calls] in
          "/a" ~> { Goer("a", calls) }
          "/b" ~> { Goer("b", calls) }
          "/items/:id" ~> { (id: Int) in Recorder("item \(id)", calls) }
        }), app: AppStream(), sleep: sleep)
  }

  @Test func `a handler may leave its own screen`() async throws {
    let session = session()
    #expect(await session.open("/a"))
    let button = try #require(await session.withScreen { $0.firstButton } ?? nil)
    try await session.receive(Intent(.view(button), .tap))
    #expect(await session.withScreen { $0.title } == "b")
    #expect(calls.take().filter { $0 == "a didEnd" }.count == 1)
  }

  @Test func `an address that leads nowhere says so and can be left`() async {
    let session = session()
    #expect(await session.open("/a"))
    #expect(await !session.visit(SessionVisit(path: "/items/seven", isBack: true)))
    #expect(await session.withScreen { $0.title } == "Not found")
    #expect(await session.visit(SessionVisit(path: "/b", isBack: true)))
    #expect(await session.withScreen { $0.title } == "b")
  }

  @Test(arguments: [("zh-CN", "未找到"), ("de", "Not found")])
  func `an address that leads nowhere says so in a language that its visitor reads`(language: String, title: String)
    async
  {
    let session = session()
    let visitor = Visitor(languages: [language])
    #expect(await !session.open(SessionOpening(path: "/items/seven", visitor: visitor)))
    #expect(await session.withScreen { $0.title } == title)
  }

  @Test(arguments: [(0, 5), (2, 3), (5, 0), (9, 0), (-3600, 5)])
  func `a timer takes no longer in a session that returns, whatever the clock says`(now: Int64, expected: Int) {
    let timer = ScreenTimer(1, due: Timestamp(milliseconds: 5_000), after: .seconds(5), at: "here") {}
    #expect(timer.remaining(at: Timestamp(milliseconds: now * 1000)) == .seconds(expected))
  }

  @Test func `a timer doesn't outlive its controller`() async throws {
    let (waiting, wake) = AsyncStream.makeStream(of: Void.self)
    let session = session(sleep: { _ in for await _ in waiting { break } })
    #expect(await session.open("/a"))
    try await session.receive(Intent(.view(try #require(await session.withScreen { $0.secondButton } ?? nil)), .tap))
    #expect(await session.visit(SessionVisit(path: "/b", isBack: true)))
    wake.yield()
    await session.settle()
    #expect(!calls.take().contains("a fired"))
  }
}

extension ViewTree {
  fileprivate var firstButton: Int? { buttons(root).first }
  fileprivate var secondButton: Int? { buttons(root).dropFirst().first }
  private func buttons(_ view: View) -> [Int] {
    (view is Button ? [view.id] : []) + view.children.flatMap(buttons)
  }
}
