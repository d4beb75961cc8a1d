import EventStream
import Hummingbird
import Logging
import Synchronization
import Testing
import ViewKit

@testable import WebServer

@Suite(.timeLimit(.minutes(1))) struct LiveConnectionTests {
  /// A button that changes the screen.
  final class Screen: Controller {
    override func loadView() -> View {
      let button = Button("0")
      button.onTap = { [unowned button] in button.text += "0" }
      return button
    }
  }

  struct App: LiveApp {
    let name = "Test"
    func session(for visitor: Visitor) -> Session { Session(screens: Routes { "/" ~> { Screen() } }) }
  }

  /// Counts what is said to have been answered.
  final class Watcher: ServerMonitor {
    private let answered = Mutex(0)
    var count: Int { answered.withLock { $0 } }
    func serverBegan(_ stream: AppStream) {}
    func sessionBegan() {}
    func sessionEnded() {}
    func connectionBegan() {}
    func connectionEnded() {}
    func requestAnswered(status: Int, after time: Duration) {}
    func intentAnswered(after time: Duration) { answered.withLock { $0 += 1 } }
  }

  @Test func `numbers out of order don't keep the time of those in order from being taken`() async throws {
    let watcher = Watcher()
    let store = SessionStore(App(), stream: AppStream(), configuration: ServerConfiguration())
    let session = try await store.open("/", visitor: "v", reading: ["en"], from: "a")
    _ = await session.picture()
    let button = try #require(await session.live.withScreen { $0.root.children[0].children[0].id })
    let desk = ConnectionDesk(stores: [store], grace: .seconds(1), monitor: watcher)
    let (ports, ready) = AsyncStream<Int>.makeStream()
    let transport = try LiveTransport(
      configuration: TransportConfiguration(port: 0), responder: Router().buildResponder(), upgradePath: "/live",
      decide: { _ in .accept("v") }, receive: { socket, visitor in LiveConnection(socket, visitor: visitor, at: desk) },
      onReady: { ready.yield($0) }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await transport.run() }
      for await port in ports {
        try await RawClient.connectLive(to: port) { client in
          try await client.send(.text("[\"h\",\"\(session.id)\",\"\(session.token)\",\(session.outbox.sequence)]"))
          try await client.send(.text("[\"i\",\(Int.max),\(button),\"t\"]"))
          for number in 1...3 { try await client.send(.text("[\"i\",\(number),\(button),\"t\"]")) }
          while try await !String(decoding: client.readFrame().payload, as: UTF8.self).hasSuffix(",3]") {}
        }
        break
      }
      for _ in 0..<1_000 where watcher.count < 3 { try await Task.sleep(for: .milliseconds(1)) }
      #expect(watcher.count == 3)
      group.cancelAll()
      try await group.waitForAll()
    }
  }
}
