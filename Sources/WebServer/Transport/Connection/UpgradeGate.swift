import HTTPTypes
import Logging
import NIOCore
import NIOHTTP1

/// Reads the requests of an HTTP/1.1 connection, and opens the way for ordinary ones, and once for a live socket.
///
/// That may come after others: proxies keep connections, and send a handshake on one that has served requests.
///
/// NIO's typed upgrade handler loses the head of a request that asks for an upgrade and doesn't get it, and it can't
/// refuse with a status. That's why the gate is here; the handshake's answer itself is computed by NIO.
final class UpgradeGate<Context: Sendable>: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private enum State {
    case waiting
    /// It is decided when it has come to its end, and the requests before it are answered.
    case handshake(HTTPRequestHead, isWhole: Bool)
    case deciding
    case http
    /// A request has come that can't be answered by its host. It is refused when the requests before it are answered.
    case unfit
    case live
    case refused
  }

  let promise: EventLoopPromise<Connection>
  let configuration: TransportConfiguration
  let upgrade: LiveUpgrade<Context>
  let encoder: HTTPResponseEncoder
  let decoder: ByteToMessageHandler<HTTPRequestDecoder>
  private let deadline: ConnectionDeadline
  private let isSecure: Bool
  private let logger: Logger
  private var state = State.waiting
  /// Of the ordinary requests that haven't been answered, in their order, whether each asks for the head alone.
  private var unanswered: [Bool] = []
  /// What serves them, besides the last handler, which can't be removed: behind a live socket it hears nothing.
  var httpHandlers: [any RemovableChannelHandler] = []

  init(
    encoder: HTTPResponseEncoder, decoder: ByteToMessageHandler<HTTPRequestDecoder>, deadline: ConnectionDeadline,
    isSecure: Bool, configuration: TransportConfiguration, upgrade: LiveUpgrade<Context>, logger: Logger,
    promise: EventLoopPromise<Connection>
  ) {
    self.encoder = encoder
    self.decoder = decoder
    self.deadline = deadline
    self.isSecure = isSecure
    self.configuration = configuration
    self.upgrade = upgrade
    self.logger = logger
    self.promise = promise
  }

  func handlerAdded(context: ChannelHandlerContext) {
    deadline.expect(.peer, within: configuration.idleTimeout)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    promise.fail(ChannelError.ioOnClosedChannel)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (state, Self.unwrapInboundIn(data)) {
    case (.waiting, .head(let head)), (.http, .head(let head)):
      begin(head, context: context)
    case (.http, _):
      context.fireChannelRead(data)
    case (.handshake(let head, _), .end):
      state = .handshake(head, isWhole: true)
      goOn(context: context)
    case (.handshake, _):
      refuse(.badRequest, "A WebSocket handshake has no body.", context: context)
    case (.waiting, _), (.deciding, _):
      context.close(promise: nil)
    case (.unfit, _), (.live, _), (.refused, _): break
    }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .end = Self.unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
    let isHead = unanswered.isEmpty ? false : unanswered.removeFirst()
    // Where a head says no length, the encoder would end the content in bytes of its own, although there is none.
    let end = isHead ? Self.wrapOutboundOut(.body(.byteBuffer(ByteBuffer()))) : data
    context.write(end, promise: promise)
    goOn(context: context)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // Whoever says so much behind what is the last isn't listened to until it is answered.
    if error is ByteToMessageDecoderError.PayloadTooLargeError { return context.close(promise: nil) }
    switch state {
    case .waiting, .handshake:
      refuse(.badRequest, "The request can't be understood, or its head is too long.", context: context)
    case .http:
      context.fireErrorCaught(error)
    // What comes behind what is refused isn't understood either: it is read until the peer has its answer, or the deadline comes.
    case .unfit, .refused: break
    case .deciding, .live:
      context.close(promise: nil)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if !httpHandlers.isEmpty {
      context.fireUserInboundEventTriggered(event)
    } else if event as? ChannelEvent == .inputClosed {
      context.close(promise: nil)
    }
  }

  private func begin(_ head: HTTPRequestHead, context: ChannelHandlerContext) {
    guard head.saysOneHost else {
      state = .unfit
      return goOn(context: context)
    }
    if head.asksForWebSocket(at: upgrade.path) {
      state = .handshake(head, isWhole: false)
      return goOn(context: context)
    }
    if case .waiting = state { openHTTP(context: context) }
    pass(head, context: context)
  }

  /// Turns to what has come and isn't served as others are, if there is something, once nothing before it is unanswered.
  private func goOn(context: ChannelHandlerContext) {
    guard unanswered.isEmpty else { return }
    if case .unfit = state {
      return refuse(.badRequest, "A request needs one Host field, no more and no less.", context: context)
    }
    guard case .handshake(let head, let isWhole) = state else { return }
    if !httpHandlers.isEmpty {
      for handler in httpHandlers { context.pipeline.syncOperations.removeHandler(handler, promise: nil) }
      httpHandlers = []
      deadline.expect(.peer, within: configuration.idleTimeout)
    }
    if isWhole { decide(head, context: context) }
  }

  /// Hands an ordinary head on. The decoder reads nothing after a request that asks for an upgrade, so that's the last; so is one whose
  /// client keeps no connection, as those of HTTP/1.0 don't unless they say so.
  private func pass(_ head: HTTPRequestHead, context: ChannelHandlerContext) {
    var head = head
    unanswered.append(head.method == .HEAD)
    if head.asksForUpgrade || head.method == .CONNECT || !head.isKeepAlive {
      head.headers.replaceOrAdd(name: "connection", value: "close")
    }
    context.fireChannelRead(Self.wrapInboundOut(.head(head)))
  }

  /// Ends the deciding: from now on there is nothing to refuse.
  func letLiveSocketThrough() {
    state = .live
    deadline.settle()
  }

  private func openHTTP(context: ChannelHandlerContext) {
    do {
      let channel = try addHTTPHandlers(to: context.channel, isSecure: isSecure, logger: logger)
      state = .http
      deadline.settle()
      promise.succeed(.http1(channel))
    } catch {
      promise.fail(error)
      context.close(promise: nil)
    }
  }

  private func decide(_ head: HTTPRequestHead, context: ChannelHandlerContext) {
    guard !deadline.isQuiescing else {
      return refuse(.serviceUnavailable, "The server is shutting down.", context: context)
    }
    guard let request = try? UpgradeRequest(head, secure: isSecure, remoteAddress: context.remoteAddress) else {
      return refuse(.badRequest, "The request can't be understood.", context: context)
    }
    state = .deciding
    deadline.expect(.server, within: configuration.maximumUpgradeTime)
    context.eventLoop.makeFutureWithTask { [decide = upgrade.decide] in await decide(request) }
      .assumeIsolated()
      .whenSuccess { decision in
        switch decision {
        case .accept(let value): self.accept(head, value, context: context)
        case .refuse(let status, let text): self.refuse(status, text, context: context)
        }
      }
  }

  func refuse(_ status: HTTPResponse.Status, _ text: String, context: ChannelHandlerContext) {
    guard context.channel.isActive else { return }
    // There is no answer before those that others wait for.
    if !unanswered.isEmpty { return context.close(promise: nil) }
    state = .refused
    deadline.expect(.server, within: configuration.closeTimeout)
    promise.succeed(.refused)
    write(status, text, context: context)
  }
}
