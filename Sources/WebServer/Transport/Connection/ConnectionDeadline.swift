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
  }

  private(set) var isQuiescing = false
  private let grace: TimeAmount
  private var wait: Wait?
  private var timer: Scheduled<Void>?
  private var context: ChannelHandlerContext?

  init(grace: Duration) {
    self.grace = TimeAmount(grace)
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
