import NIOCore
import NIOWebSocket

/// Turns frames into text messages and back, in the way that ``WebSocketConversation`` says.
final class LiveSocketHandler: ChannelDuplexHandler {
  typealias InboundIn = WebSocketFrame
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// An outbound event which asks for the closing handshake.
  struct CloseRequest: Sendable {
    /// Nil leaves the reason to the conversation.
    let closure: WebSocketClosure?
  }

  private var conversation: WebSocketConversation
  private let pingInterval: TimeAmount
  private let closeTimeout: TimeAmount
  private var timer: Scheduled<Void>?
  /// Whether the server waits for bytes; false while back-pressure holds it from reading.
  private var isReading = true

  init(configuration: TransportConfiguration) {
    conversation = WebSocketConversation(maximumMessageBytes: configuration.maximumMessageBytes)
    pingInterval = TimeAmount(configuration.pingInterval)
    closeTimeout = TimeAmount(configuration.closeTimeout)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    schedulePing(context: context)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.cancel()
    timer = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    perform(conversation.receive(Self.unwrapInboundIn(data)), context: context)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    isReading = false
    context.fireChannelReadComplete()
    // The application may have stopped reading, but the peer's goodbye must still be heard.
    if !conversation.isOpen { read(context: context) }
  }

  func read(context: ChannelHandlerContext) {
    isReading = true
    context.read()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard conversation.isOpen else {
      promise?.fail(ChannelError.outputClosed)
      return
    }
    let frame = ByteBuffer(frame: .text, Self.unwrapOutboundIn(data))
    context.write(Self.wrapOutboundOut(frame), promise: promise)
  }

  func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
    guard let request = event as? CloseRequest else {
      return context.triggerUserOutboundEvent(event, promise: promise)
    }
    perform(conversation.close(request.closure), context: context)
    promise?.succeed()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    context.fireUserInboundEventTriggered(event)
    guard event is ChannelShouldQuiesceEvent else { return }
    conversation.isShuttingDown = true
    // Ends the messages while `send` still works, so that the application can say its last word.
    context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if let error = error as? NIOWebSocketError {
      perform(conversation.fail(error), context: context)
    } else {
      perform(conversation.disconnect(), context: context)
    }
  }
}

extension LiveSocketHandler {
  private func perform(_ action: WebSocketConversation.Action, context: ChannelHandlerContext) {
    switch action {
    case .nothing:
      break
    case .deliver(let message):
      context.fireChannelRead(Self.wrapInboundOut(message))
    case .ping:
      send(.ping, ByteBuffer(), context: context)
    case .pong(let payload):
      send(.pong, payload, context: context)
    case .sayGoodbye(let payload):
      send(.connectionClose, payload, context: context)
      endMessages(context: context)
      timer?.cancel()
      timer = context.eventLoop.assumeIsolated().scheduleTask(in: closeTimeout) { context.close(promise: nil) }
      read(context: context)
    case .answerGoodbye(let payload):
      endMessages(context: context)
      let frame = ByteBuffer(frame: .connectionClose, payload)
      context.writeAndFlush(Self.wrapOutboundOut(frame)).assumeIsolated().whenComplete { _ in
        context.close(promise: nil)
      }
    case .disconnect:
      context.close(promise: nil)
    }
  }

  private func send(_ opcode: WebSocketOpcode, _ payload: ByteBuffer, context: ChannelHandlerContext) {
    context.writeAndFlush(Self.wrapOutboundOut(ByteBuffer(frame: opcode, payload)), promise: nil)
  }

  /// Lets the application know that it will hear nothing more, and can say nothing more.
  private func endMessages(context: ChannelHandlerContext) {
    context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    context.fireUserInboundEventTriggered(ChannelEvent.outputClosed)
  }

  private func schedulePing(context: ChannelHandlerContext) {
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: pingInterval) {
      self.schedulePing(context: context)
      self.perform(self.conversation.tick(couldHear: self.isReading), context: context)
    }
  }
}
