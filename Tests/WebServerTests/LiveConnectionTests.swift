import EventStream
import Foundation
import Hummingbird
import Logging
import Synchronization
import Testing
import ViewKit

@testable import WebServer

@Suite(.timeLimit(.minutes(1))) struct LiveConnectionTests {
  /// A button that changes the screen, and one that doesn't.
  final class Screen: Controller {
    override func loadView() -> View {
      let (button, idle) = (Button("0"), Button("Nothing"))
      button.onTap = { [unowned button] in button.text += "0" }
      idle.onTap = {}
      return Stack.main(button, idle)
    }
  }

  struct App: LiveApp {
    let name = "Test"
    func session(for visitor: Visitor) -> Session { Session(screens: Routes { "/" ~> { Screen() } }) }
  }

  /// Counts what is said to have been answered.
  final class Watcher: ServerMonitor {
    private let answered = Mutex(0)
    private let alone = Mutex(0)
    var count: Int { answered.withLock { $0 } }
    /// How often something was confirmed that no patch shows.
    var confirmed: Int { alone.withLock { $0 } }
    func intentConfirmed(after time: Duration) { alone.withLock { $0 += 1 } }
    func serverBegan(_ stream: AppStream) {}
    func sessionBegan() {}
    func sessionEnded() {}
    func connectionBegan() {}
    func connectionEnded() {}
    func requestAnswered(status: Int, after time: Duration) {}
    func intentAnswered(after time: Duration) { answered.withLock { $0 += 1 } }
  }

  /// Serves a session to who says hello on a socket.
  private func serve(
    monitor: (any ServerMonitor)? = nil, log: HeldLog? = nil, patience: Duration = .seconds(5),
    configure: (inout ServerConfiguration) -> Void = { _ in },
    _ body: (WebSession, _ port: Int, _ button: Int) async throws -> Void
  ) async throws {
    var configuration = ServerConfiguration()
    configure(&configuration)
    let journal = log.map {
      Journal($0, screenInterval: 0, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }
    let store = SessionStore(App(), stream: AppStream(), configuration: configuration, journal: journal)
    let session = try await store.open("/", visitor: "v", reading: ["en"], from: "a")
    _ = await session.picture()
    let button = try #require(await session.live.withScreen { $0.root.children[0].children[0].children[0].id })
    let desk = ConnectionDesk(stores: [store], grace: .seconds(1), monitor: monitor)
    let (ports, ready) = AsyncStream<Int>.makeStream()
    let transport = try LiveTransport(
      configuration: TransportConfiguration(port: 0), responder: Router().buildResponder(), upgradePath: "/live",
      decide: { _ in .accept(LiveConnection.Caller(visitor: "v", address: "a")) },
      receive: { socket, caller in LiveConnection(socket, caller, at: desk, patience: patience) },
      onReady: { ready.yield($0) }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await transport.run() }
      for await port in ports {
        try await body(session, port, button)
        break
      }
      group.cancelAll()
      try await group.waitForAll()
    }
  }

  private func hello(_ session: WebSession) -> RawClient.Frame {
    .text("[\"h\",\"\(session.id)\",\"\(session.token)\",\(session.outbox.sequence)]")
  }

  @Test func `who says nothing is refused, and who has said hello is not`() async throws {
    try await serve(patience: .milliseconds(100)) { session, port, _ in
      try await RawClient.connectLive(to: port) { client in
        let farewell = try await client.readFrame()
        #expect(farewell.payload.prefix(2).reduce(0) { $0 << 8 | Int($1) } == 1008)
      }
      try await RawClient.connectLive(to: port) { client in
        try await client.send(hello(session))
        _ = try await client.readFrame()
        try await Task.sleep(for: .milliseconds(300))
        try await client.send(.text("[\"q\"]"))
        #expect(try await client.readFrame() == .text("[\"q\"]"))
      }
    }
  }

  @Test func `numbers out of order don't keep the time of those in order from being taken`() async throws {
    let watcher = Watcher()
    try await serve(monitor: watcher) { session, port, button in
      try await RawClient.connectLive(to: port) { client in
        try await client.send(hello(session))
        try await client.send(.text("[\"i\",\(Int.max),\(button),\"t\"]"))
        for number in 1...3 { try await client.send(.text("[\"i\",\(number),\(button),\"t\"]")) }
        while try await !String(decoding: client.readFrame().payload, as: UTF8.self).hasSuffix(",3]") {}
      }
      for _ in 0..<1_000 where watcher.count < 3 { try await Task.sleep(for: .milliseconds(1)) }
      #expect(watcher.count == 3)
    }
  }

  @Test func `the time of what is refused isn't taken`() async throws {
    let watcher = Watcher()
    try await serve(monitor: watcher) { session, port, button in
      try await RawClient.connectLive(to: port) { client in
        try await client.send(hello(session))
        for number in 1...20 { try await client.send(.text("[\"i\",\(number),9999,\"t\"]")) }
        try await client.send(.text("[\"i\",21,\(button),\"t\"]"))
        while try await !String(decoding: client.readFrame().payload, as: UTF8.self).hasSuffix(",21]") {}
      }
      for _ in 0..<1_000 where watcher.count < 1 { try await Task.sleep(for: .milliseconds(1)) }
      #expect(watcher.count == 1)
    }
  }

  /// Until its page has said that this was all, it is asked again.
  @Test func `what private inputs hold is asked for until all of it has been said`() async throws {
    try await serve { session, port, button in
      session.noteLackOfPrivate()
      for isLast in [false, true] {
        try await RawClient.connectLive(to: port) { client in
          try await client.send(hello(session))
          #expect(try await text(&client).split(separator: ",")[4] == "1")
          // It isn't private, and nothing is done.
          try await client.send(.text("[\"p\",\(button),\"secret\"]"))
          while try await !text(&client).hasPrefix("[\"r\",0,\"forbidden\"") {}
          if isLast { try await client.send(.text("[\"p\"]")) }
          try await client.send(.text("[\"q\"]"))
          while try await text(&client) != "[\"q\"]" {}
        }
        #expect(session.lacksPrivate == !isLast)
        #expect(session.lastTaken == 0)
      }
    }
  }

  @Test func `that all has been said counts on the connection only that speaks for the page`() async throws {
    try await serve { session, port, _ in
      session.noteLackOfPrivate()
      try await RawClient.connectLive(to: port) { old in
        try await old.send(hello(session))
        _ = try await text(&old)
        try await RawClient.connectLive(to: port) { client in
          try await client.send(hello(session))
          _ = try await text(&client)
          try? await old.send(.text("[\"p\"]"))
          try await Task.sleep(for: .milliseconds(50))
          #expect(session.lacksPrivate)
        }
      }
    }
  }

  private func text(_ client: inout RawClient) async throws -> String {
    String(decoding: try await client.readFrame().payload, as: UTF8.self)
  }

  /// It waited for the disk, as long as that took.
  @Test func `what a user does is shown at once, and said to be durable when it is`() async throws {
    let log = try HeldLog()
    try await serve(log: log) { session, port, button in
      try await RawClient.connectLive(to: port) { client in
        try await client.send(hello(session))
        #expect(try await text(&client).hasPrefix("[\"w\",0,"))
        log.hold()
        for number in 1...3 {
          try await client.send(.text("[\"i\",\(number),\(button),\"t\"]"))
          #expect(try await text(&client).hasSuffix(",\(number)]"))
        }
        try await client.send(.text("[\"a\",\(session.outbox.sequence)]"))
        while log.waiting == 0 { try await Task.sleep(for: .milliseconds(1)) }
        // It is answered before, so nothing else has been sent.
        try await client.send(.text("[\"q\"]"))
        #expect(try await text(&client) == "[\"q\"]")
        log.release()
        #expect(try await text(&client) == "[\"k\",3]")
      }
    }
  }

  @Test func `what changes nothing on the screen is confirmed when it is durable, and holds nothing up`() async throws {
    let log = try HeldLog()
    let watcher = Watcher()
    try await serve(monitor: watcher, log: log) { session, port, button in
      try await RawClient.connectLive(to: port) { client in
        try await client.send(hello(session))
        _ = try await client.readFrame()
        log.hold()
        try await client.send(.text("[\"i\",1,\(button + 1),\"t\"]"))
        try await client.send(.text("[\"i\",2,\(button),\"t\"]"))
        #expect(try await text(&client).hasSuffix(",2]"))
        for _ in 0..<1_000 where watcher.count < 1 { try await Task.sleep(for: .milliseconds(1)) }
        #expect((watcher.count, watcher.confirmed) == (1, 0))
        log.release()
        #expect(try await text(&client) == "[\"k\",1]")
      }
      for _ in 0..<1_000 where watcher.confirmed < 1 { try await Task.sleep(for: .milliseconds(1)) }
      #expect((watcher.count, watcher.confirmed) == (1, 1))
    }
  }

  @Test func `the times that are waited for are no more than some`() {
    let times = AnswerTimes(Watcher())
    for number in 1...5_000 { times.note(number, since: .now) }
    #expect(times.count == 1_000)
    for number in 1...999 { times.forget(number) }
    #expect(times.count == 1)
  }

  /// Said too soon that it was carried out, its page forgot it; and if the server was killed then, it was lost.
  // The session is held up by a thread that nobody else may need.
  @Test(.enabled(if: ProcessInfo.processInfo.processorCount > 1))
  func `an intent that is repeated while it is under way is answered when it is done`() async throws {
    try await serve { session, port, button in
      let held = Task { await session.live.withScreen { _ in Thread.sleep(forTimeInterval: 0.4) } }
      try await Task.sleep(for: .milliseconds(50))
      let said = try await RawClient.connectLive(to: port) { first in
        try await first.send(hello(session))
        try await first.send(.text("[\"i\",1,\(button),\"t\"]"))
        // It has come, and waits for the session.
        try await Task.sleep(for: .milliseconds(50))
        return try await RawClient.connectLive(to: port) { second in
          try await second.send(hello(session))
          try await second.send(.text("[\"i\",1,\(button),\"t\"]"))
          return [try await second.readFrame(), try await second.readFrame()].map {
            String(decoding: $0.payload, as: UTF8.self)
          }
        }
      }
      #expect(said[0].hasPrefix("[\"w\",0,"))
      #expect(said[1].hasPrefix("[\(session.outbox.sequence),"))
      #expect(said[1].hasSuffix(",1]"))
      await held.value
    }
  }

  /// A page that hears nothing gives its connection up.
  @Test func `whether anybody is there is answered however slowly the page is read`() async throws {
    try await serve {
      $0.intentBytesPerSecond = 0.01
      $0.intentBytesPerSecondAndAddress = 0.01
    } _: { session, port, _ in
      try await RawClient.connectLive(to: port) { client in
        try await client.send(hello(session))
        _ = try await client.readFrame()
        for _ in 0..<3 {
          try await client.send(.text("[\"q\"]"))
          #expect(try await client.readFrame() == .text("[\"q\"]"))
        }
      }
    }
  }

  /// The news were taken for its confirmation, though they had been shown before it was carried out.
  @Test func `an intent that changes nothing is confirmed although news are shown before it`() async throws {
    try await serve { session, port, button in
      let idle = try #require(await session.live.withScreen { $0.root.children[0].children[0].children[1].id })
      try await RawClient.connectLive(to: port) { client in
        try await client.send(hello(session))
        _ = try await client.readFrame()
        let held = Task { await session.live.withScreen { _ in Thread.sleep(forTimeInterval: 0.4) } }
        try await Task.sleep(for: .milliseconds(50))
        let news = Task { try await session.live.receive(Intent(.view(button), .tap)) }
        try await Task.sleep(for: .milliseconds(50))
        try await client.send(.text("[\"i\",1,\(idle),\"t\"]"))
        await held.value
        try await news.value
        // By itself or by a patch, whichever was first.
        while try await !String(decoding: client.readFrame().payload, as: UTF8.self).hasSuffix(",1]") {}
      }
    }
  }

  /// It slept on for as long as its page was to be read slowly, with what that had said, and its session couldn't end.
  @Test func `a connection that is lost while its page is read slowly is over at once`() async throws {
    try await serve {
      $0.intentBytesPerSecond = 0.01
    } _: { session, port, button in
      for _ in 0..<2 {
        try await RawClient.connectLive(to: port) { client in
          try await client.send(hello(session))
          _ = try await client.readFrame()
          for number in 1...3 { try await client.send(.text("[\"i\",\(number),\(button),\"t\"]")) }
          while session.pauses.count == 0 { try await Task.sleep(for: .milliseconds(1)) }
          #expect(session.rest == nil)
        }
        while session.rest == nil { try await Task.sleep(for: .milliseconds(1)) }
        #expect(session.pauses.count == 0)
      }
      #expect(session.lastTaken == 0)
    }
  }

  @Test func `what a page has said waits no longer when another connection takes over`() async throws {
    try await serve {
      $0.intentBytesPerSecond = 0.01
    } _: { session, port, button in
      try await RawClient.connectLive(to: port) { old in
        try await old.send(hello(session))
        _ = try await old.readFrame()
        try await old.send(.text("[\"i\",1,\(button),\"t\"]"))
        while session.pauses.count == 0 { try await Task.sleep(for: .milliseconds(1)) }
        try await RawClient.connectLive(to: port) { client in
          try await client.send(hello(session))
          _ = try await client.readFrame()
          while session.pauses.count > 0 { try await Task.sleep(for: .milliseconds(1)) }
          #expect(session.lastTaken == 0)
        }
      }
    }
  }

  /// A hello is enough to ask for it: who sent hundreds in a second kept a core busy.
  @Test func `the whole screen is given as often as a user may do something`() async throws {
    try await serve {
      $0.intentsPerSecond = 0.1
    } _: { session, port, _ in
      let anew = RawClient.Frame.text("[\"h\",\"\(session.id)\",\"\(session.token)\",-1]")
      try await RawClient.connectLive(to: port) { client in
        try await client.send(anew)
        #expect(try await text(&client).hasPrefix("[\"w\","))
        #expect(try await text(&client).hasPrefix("[\"f\","))
      }
      try await RawClient.connectLive(to: port) { waiting in
        try await waiting.send(anew)
        #expect(try await text(&waiting).hasPrefix("[\"w\","))
        while session.pauses.count == 0 { try await Task.sleep(for: .milliseconds(1)) }
        try await RawClient.connectLive(to: port) { client in
          try await client.send(anew)
          #expect(try await text(&client).hasPrefix("[\"w\","))
        }
        // The one that has taken over gets a picture in its stead.
        let code = try await waiting.readFrame().code
        #expect(code == 4409)
      }
    }
  }

  /// A whole screen was made, and sent, for a connection that was about to be closed.
  @Test func `a connection from which another takes over while it stands in the line is given no picture`()
    async throws
  {
    try await serve {
      $0.intentsPerSecond = 1
    } _: { session, port, _ in
      // Its user has asked for more than people do: it has its turn behind others, of whom as many are served as have a place.
      for _ in 0..<5 { _ = session.throttle(1) }
      let served = (0..<ProcessInfo.processInfo.activeProcessorCount).map { _ in AsyncStream<Void>.makeStream() }
      for (time, _) in served {
        Task { await session.turns.unhurried(of: session.quota) { for await _ in time {} } }
      }
      try await Task.sleep(for: .milliseconds(20))
      let anew = RawClient.Frame.text("[\"h\",\"\(session.id)\",\"\(session.token)\",-1]")
      try await RawClient.connectLive(to: port) { waiting in
        try await waiting.send(anew)
        #expect(try await text(&waiting).hasPrefix("[\"w\","))
        // It stands in the line.
        try await Task.sleep(for: .milliseconds(50))
        try await RawClient.connectLive(to: port) { client in
          try await client.send(anew)
          #expect(try await text(&client).hasPrefix("[\"w\","))
        }
        for (_, end) in served { end.finish() }
        let code = try await waiting.readFrame().code
        #expect(code == 4409)
      }
    }
  }
}
