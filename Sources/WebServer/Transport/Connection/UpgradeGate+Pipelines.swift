internal import Foundation
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket

/// What the gate builds behind itself once it has decided.
extension UpgradeGate {
  /// Adds what Hummingbird needs to serve ordinary requests.
  func addHTTPHandlers(
    to channel: any Channel, isSecure: Bool, logger: Logger
  ) throws -> NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart> {
    let codec = HTTP1ToHTTPServerCodec(secure: isSecure)
    let idle = HTTPIdleHandler(timeout: configuration.idleTimeout, isStream: false)
    let connection = HTTPConnectionStateHandler(logger: logger)
    try channel.pipeline.syncOperations.addHandlers(codec, idle, connection)
    httpHandlers = [codec, idle, connection]
    return try NIOAsyncChannel(
      wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
  }

  /// Completes the handshake, or refuses it when the client has broken its rules.
  func accept(_ head: HTTPRequestHead, _ value: Context, context: ChannelHandlerContext) {
    guard context.channel.isActive else { return }
    let handshake = NIOTypedWebSocketServerUpgrader<Void>(
      shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
      upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() })
    handshake.buildUpgradeResponse(channel: context.channel, upgradeRequest: head, initialResponseHeaders: [:])
      .assumeIsolated()
      .whenComplete { result in
        switch result {
        case .success(let headers) where Self.hasKey(head): self.openLiveSocket(headers, value, context: context)
        default: self.refuse(.badRequest, "Only the WebSocket handshake of version 13 works.", context: context)
        }
      }
  }

  /// Whether the handshake's key is one: sixteen bytes.
  private static func hasKey(_ head: HTTPRequestHead) -> Bool {
    head.headers.first(name: "Sec-WebSocket-Key").flatMap { Data(base64Encoded: $0) }?.count == 16
  }

  private func openLiveSocket(_ headers: HTTPHeaders, _ value: Context, context: ChannelHandlerContext) {
    let pipeline = context.pipeline.syncOperations
    do {
      letLiveSocketThrough()
      try tune(context.channel)
      let response = HTTPResponseHead(version: .http1_1, status: .switchingProtocols, headers: headers)
      context.writeAndFlush(Self.wrapOutboundOut(.head(response)), promise: nil)
      pipeline.removeHandler(encoder, promise: nil)
      let socket = LiveSocket(channel: context.channel)
      let inbound = LiveInbound(upgrade.receive(socket, value), socket)
      let limit = configuration.maximumFirstMessageBytes.map { FirstMessageLimit(bytes: $0) }
      let arriving = ArrivingMessage(of: ConnectedAddresses.address(of: context.channel), among: upgrade.longMessages)
      try pipeline.addHandlers(
        arriving, ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: configuration.maximumMessageBytes)),
        LiveSocketHandler(socket, inbound, limit: limit, arriving, configuration: configuration), position: .after(self)
      )
      if let limit { try pipeline.addHandler(limit, position: .after(self)) }
      upgrade.sockets.note(context.channel)
      promise.succeed(.live)
      pipeline.removeHandler(self, promise: nil)
      // Last of all: the decoder passes on what it has read beyond the handshake, but doesn't say that this is all.
      let channel = context.channel
      pipeline.removeHandler(decoder).whenSuccess {
        channel.pipeline.fireChannelReadComplete()
        channel.read()
      }
    } catch {
      promise.fail(error)
      context.close(promise: nil)
    }
  }

  private func tune(_ channel: any Channel) throws {
    guard let options = channel.syncOptions else { return }
    // A WebSocket ends as a whole; half of it is of no use.
    try options.setOption(.allowRemoteHalfClosure, value: false)
    try options.setOption(
      .writeBufferWaterMark, value: .init(low: LiveSocket.highWaterMark / 2, high: LiveSocket.highWaterMark))
    // Browsers send little events, and each socket keeps its buffer while it is idle.
    try options.setOption(
      .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 256, initial: 512, maximum: 16 * 1024))
  }

  /// Answers with plain text, and closes.
  func write(_ status: HTTPResponse.Status, _ text: String, context: ChannelHandlerContext) {
    let body = context.channel.allocator.buffer(string: text)
    var head = HTTPResponseHead(
      version: .http1_1, status: HTTPResponseStatus(statusCode: status.code, reasonPhrase: status.reasonPhrase))
    head.headers.add(name: "content-type", value: "text/plain; charset=utf-8")
    head.headers.add(name: "content-length", value: "\(body.readableBytes)")
    head.headers.add(name: "sec-websocket-version", value: "13")
    head.headers.add(name: "connection", value: "close")
    // As every other answer has them.
    head.headers.add(name: "x-content-type-options", value: "nosniff")
    head.headers.add(name: "referrer-policy", value: "same-origin")
    head.headers.add(name: "cross-origin-opener-policy", value: "same-origin")
    head.headers.add(name: "cross-origin-resource-policy", value: "same-origin")
    context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
    context.write(Self.wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    // A socket that is closed with something unread takes back what it was about to send: so the rest is read for a moment.
    context.writeAndFlush(Self.wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
      context.close(mode: .output, promise: nil)
    }
  }
}
