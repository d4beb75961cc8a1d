import EventStream

/// Both kinds of stream, so that one contract is shown of both.
enum StreamKind: CaseIterable, Sendable {
  case app, session

  func make() -> any AnyStream {
    switch self {
    case .app: AppUnderTest()
    case .session: SessionUnderTest()
    }
  }
}

/// What both kinds of stream can do, for tests in one thread.
protocol AnyStream: AnyObject {
  func send(_ event: some Event)
  func observe<Key: CaseKey>(_ path: CasePath<Key>, _ body: @escaping (Key.Payload, Envelope) -> Void)
    -> any AnySubscription
  func observeAll<Root: Event>(_ type: Root.Type, _ body: @escaping (Root, Envelope) -> Void) -> any AnySubscription
  func start(_ server: some Server)
  func end()
}

protocol AnySubscription: AnyObject {
  func cancel()
}

extension Subscription: AnySubscription {}
extension SessionSubscription: AnySubscription {}

private final class AppUnderTest: AnyStream {
  let stream = AppStream()
  func send(_ event: some Event) { stream.send(event) }
  func observe<Key: CaseKey>(_ path: CasePath<Key>, _ body: @escaping (Key.Payload, Envelope) -> Void)
    -> any AnySubscription
  {
    // Safe because these tests send and deliver in one thread.
    nonisolated(unsafe) let body = body
    return stream.observe(path) { body($0, $1) }
  }
  func observeAll<Root: Event>(_ type: Root.Type, _ body: @escaping (Root, Envelope) -> Void) -> any AnySubscription {
    // Safe because these tests send and deliver in one thread.
    nonisolated(unsafe) let body = body
    return stream.observe(type) { body($0, $1) }
  }
  func start(_ server: some Server) { stream.start(server) }
  func end() { stream.end() }
}

private final class SessionUnderTest: AnyStream {
  let stream = SessionStream(app: AppStream())
  func send(_ event: some Event) { stream.send(event) }
  func observe<Key: CaseKey>(_ path: CasePath<Key>, _ body: @escaping (Key.Payload, Envelope) -> Void)
    -> any AnySubscription
  {
    stream.observe(path, body)
  }
  func observeAll<Root: Event>(_ type: Root.Type, _ body: @escaping (Root, Envelope) -> Void) -> any AnySubscription {
    stream.observe(type, body)
  }
  func start(_ server: some Server) { stream.start(server) }
  func end() { stream.end() }
}

/// A server made of whatever observers a test needs.
struct ServerOf<Body: Observers>: Server {
  let body: Body
  init(@ObserversBuilder _ body: () -> Body) { self.body = body() }
  var observers: some Observers { body }
}

/// A session that takes in what has come until `isDone` says so.
func run(_ session: SessionStream, until isDone: () -> Bool) async {
  while !isDone() {
    let arrived = Gate()
    session.mailbox.onArrival { _ in arrived.open() }
    await arrived.wait()
    session.takeArrivals()
  }
}
