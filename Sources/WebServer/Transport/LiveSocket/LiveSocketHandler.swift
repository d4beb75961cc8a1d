import NIOCore
import NIOWebSocket

/// Turns frames into text messages and back, in the way that ``WebSocketConversation`` says.
final class LiveSocketHandler: ChannelDuplexHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundIn = Never
  typealias OutboundOut = ByteBuffer

  /// What a ``LiveSocket`` asks for, as an outbound event.
  enum Command: Sendable {
    /// Write what waits.
    case flush
    /// Read what was held back.
    case readOn
    /// Begin the closing handshake. Without a reason the conversation gives one.
    case close(WebSocketClosure?)
  }

  private var conversation: WebSocketConversation
  private let socket: LiveSocket
  private let inbound: LiveInbound
  /// What holds the first message short, until that has come.
  private var limit: FirstMessageLimit?
  /// What counts how much has come of a message.
  private let arriving: ArrivingMessage
  private let pingInterval: TimeAmount
  private let closeTimeout: TimeAmount
  private var timer: Scheduled<Void>?
  /// Whether the server waits for bytes; false while it is held from reading.
  private var isReading = true
  /// Whether it would read if its receiver weren't behind.
  private var isHeld = false
  /// What the peer's last ping said, while the network doesn't take the answer. Of several only the last is answered, as RFC 6455
  /// allows in section 5.5.3: a peer that pings and doesn't read fills no memory.
  private var unansweredPing: ByteBuffer?
  /// How many bytes the network hadn't taken when the last ping interval was over.
  private var unread = 0

  init(
    _ socket: LiveSocket, _ inbound: LiveInbound, limit: FirstMessageLimit?, _ arriving: ArrivingMessage,
    configuration: TransportConfiguration
  ) {
    self.arriving = arriving
    self.socket = socket
    self.inbound = inbound
    self.limit = limit
    conversation = WebSocketConversation(
      maximumMessageBytes: configuration.maximumMessageBytes,
      maximumFirstBytes: configuration.maximumFirstMessageBytes)
    pingInterval = TimeAmount(configuration.pingInterval)
    closeTimeout = TimeAmount(configuration.closeTimeout)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    schedulePing(context: context)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.cancel()
    timer = nil
    endMessages()
  }

  func channelInactive(context: ChannelHandlerContext) {
    endMessages()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let action = conversation.receive(Self.unwrapInboundIn(data))
    arriving.frameCame(leaving: conversation.message.readableBytes)
    perform(action, context: context)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    isReading = false
    context.fireChannelReadComplete()
    // The application may have stopped reading, but the peer's goodbye must still be heard.
    if !conversation.isOpen { read(context: context) }
  }

  func read(context: ChannelHandlerContext) {
    isHeld = conversation.isOpen && inbound.isBehind
    if isHeld { return }
    isReading = true
    context.read()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    socket.note(isWritable: context.channel.isWritable)
    answerPing(context: context)
    context.fireChannelWritabilityChanged()
  }

  func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
    guard let command = event as? Command else {
      return context.triggerUserOutboundEvent(event, promise: promise)
    }
    switch command {
    case .flush: writeFrames(context: context)
    case .readOn: if isHeld { read(context: context) }
    case .close(let closure): perform(conversation.close(closure), context: context)
    }
    promise?.succeed()
  }

  private func writeFrames(context: ChannelHandlerContext) {
    let frames = socket.takeFrames()
    guard conversation.isOpen else { return }
    for frame in frames { context.write(Self.wrapOutboundOut(frame), promise: nil) }
    context.flush()
    socket.note(isWritable: context.channel.isWritable)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    context.fireUserInboundEventTriggered(event)
    guard event is ChannelShouldQuiesceEvent else { return }
    conversation.isShuttingDown = true
    // Ends the messages while `send` still works, so that the application can say its last word.
    inbound.finish()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if let error = error as? NIOWebSocketError {
      perform(conversation.fail(error), context: context)
    } else if error is ArrivingMessage.TooMany {
      perform(conversation.close(.tooMuchHeld), context: context)
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
      limit?.lift()
      limit = nil
      if inbound.add(message) { return }
      arriving.refuseRest()
      perform(conversation.disconnect(), context: context)
    case .ping:
      send(.ping, [], context: context)
    case .pong(let payload):
      unansweredPing = payload
      answerPing(context: context)
    case .sayGoodbye(let payload):
      send(.connectionClose, payload.readableBytesView, context: context)
      endMessages()
      giveUpSoon(context: context)
      read(context: context)
    case .answerGoodbye(let payload):
      endMessages()
      // It goes out behind what the peer hasn't read, and may never.
      giveUpSoon(context: context)
      let frame = ByteBuffer(frame: .connectionClose, payload.readableBytesView)
      context.writeAndFlush(Self.wrapOutboundOut(frame)).assumeIsolated().whenComplete { _ in
        context.close(promise: nil)
      }
    case .disconnect:
      context.close(promise: nil)
    }
  }

  private func send(_ opcode: WebSocketOpcode, _ payload: some Collection<UInt8>, context: ChannelHandlerContext) {
    context.writeAndFlush(Self.wrapOutboundOut(ByteBuffer(frame: opcode, payload)), promise: nil)
  }

  private func answerPing(context: ChannelHandlerContext) {
    guard context.channel.isWritable, conversation.isOpen, let payload = unansweredPing else { return }
    unansweredPing = nil
    send(.pong, payload.readableBytesView, context: context)
  }

  /// Lets the application know that it will hear nothing more, and can say nothing more.
  private func endMessages() {
    inbound.finish()
    socket.noteClosed()
  }

  /// Closes the connection in a while, whatever the peer does.
  private func giveUpSoon(context: ChannelHandlerContext) {
    timer?.cancel()
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: closeTimeout) { context.close(promise: nil) }
  }

  private func schedulePing(context: ChannelHandlerContext) {
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: pingInterval) {
      self.schedulePing(context: context)
      let isTaking = self.noteUnread(context: context)
      self.perform(self.conversation.tick(couldHear: self.isReading, isTaking: isTaking), context: context)
    }
  }

  /// - Returns: Whether the peer has taken some of what waits for it since it was looked at last, and not all. On a slow line a large picture
  ///   takes longer than two pings.
  private func noteUnread(context: ChannelHandlerContext) -> Bool {
    let before = unread
    unread = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    return unread > 0 && unread < before
  }
}
