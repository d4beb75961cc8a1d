import NIOCore

/// Sees to it that a connection gets on with what it is doing, and that it ends when the server shuts down.
///
/// It stands first in the pipeline, so that its `close` passes by TLS, which would wait for the peer's goodbye.
final class ConnectionDeadline: ChannelInboundHandler {
  typealias InboundIn = NIOAny

  /// What the connection is waiting for.
  enum Wait {
    /// The peer has to act, and has been given no promise: it may be cut off at any time.
    case peer
    /// The server has to act: the peer deserves an answer.
    case server
    /// Nothing is under way on a connection that says goodbye by itself, which its peer may leave unanswered.
    case goodbye
  }

  private(set) var isQuiescing = false
  private let grace: TimeAmount
  private var wait: Wait?
  private var timer: Scheduled<Void>?
  private var context: ChannelHandlerContext?
  /// How many streams a connection of HTTP/2 has.
  private var streams = 0
  private var idleTime: Duration?
  /// Of its streams.
  let requests: RequestsUnderWay

  init(grace: Duration, requests: RequestsUnderWay) {
    self.grace = TimeAmount(grace)
    self.requests = requests
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.cancel()
    timer = nil
    self.context = nil
  }

  /// Closes the connection unless ``settle()`` or the next deadline comes within the time.
  func expect(_ wait: Wait, within time: Duration) {
    self.wait = wait
    guard !isQuiescing else { return }
    close(in: TimeAmount(time))
  }

  /// Ends the wait: other handlers look after the connection from now on.
  func settle() {
    wait = nil
    guard !isQuiescing else { return }
    timer?.cancel()
    timer = nil
  }

  /// From now on the connection speaks HTTP/2. It says goodbye when it has had no stream for a while, and is closed if its peer doesn't
  /// answer that.
  func lookAfterStreams(idleAtMost time: Duration) {
    idleTime = time
    expectStream()
  }

  func streamBegan() {
    streams += 1
    settle()
  }

  func streamEnded() {
    streams -= 1
    if streams == 0 { expectStream() }
  }

  private func expectStream() {
    if let idleTime { expect(.goodbye, within: idleTime + Duration.nanoseconds(grace.nanoseconds)) }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent, !isQuiescing {
      isQuiescing = true
      close(in: wait == .peer ? .zero : grace)
    }
    context.fireUserInboundEventTriggered(event)
  }

  private func close(in time: TimeAmount) {
    timer?.cancel()
    timer = context?.eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in
      self?.context?.close(promise: nil)
    }
  }
}
