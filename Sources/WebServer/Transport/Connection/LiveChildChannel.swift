import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOHTTPTypes
import NIOSSL
import NIOTLS

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Finds out what a new connection speaks, and serves it accordingly.
struct LiveChildChannel<Context: Sendable>: HTTPChannelHandler {
  let responder: Responder
  let configuration: TransportConfiguration
  let tls: ServedCertificate?
  let upgrade: LiveUpgrade<Context>
  let callers: ConnectedAddresses
  /// The requests of HTTP/2.
  private let underWay = RequestsUnderWay.Counts()

  init(
    responder: @escaping Responder, configuration: TransportConfiguration, tls: ServedCertificate?,
    upgrade: LiveUpgrade<Context>, callers: ConnectedAddresses
  ) {
    self.callers = callers
    self.responder = responder
    self.configuration = configuration
    self.tls = tls
    self.upgrade = upgrade
    // The first two connections would otherwise have Swift's runtime make the decoder's type on two event loops at the same time, in
    // which it has been seen to crash.
    _ = Self.requestDecoder(configuration)
  }

  /// All requests that are in it are taken at once: hundreds, if they are short.
  private static var mostRead: Int { 4_096 }

  private var http2: HTTP2Channel {
    let timeout = configuration.idleTimeout
    return HTTP2Channel(
      responder: responder,
      configuration: .init(
        idleTimeout: timeout,
        gracefulCloseTimeout: configuration.shutdownGrace,
        streamConfiguration: .init(additionalChannelHandlers: [HTTPIdleHandler(timeout: timeout, isStream: true)])))
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<PendingConnection> {
    channel.eventLoop.makeCompletedFuture {
      // An error here would end the server.
      guard callers.admit(channel) else {
        return PendingConnection(channel: channel, negotiated: channel.eventLoop.makeSucceededFuture(.tooMany))
      }
      if let options = channel.syncOptions {
        try options.setOption(.tcpOption(.tcp_nodelay), value: 1)
        // Linux says that it takes more when a third of a buffer is free that grows to megabytes: who reads a long answer slowly seemed to
        // read nothing for a minute. With this it says so whenever half of these bytes have gone; a system that doesn't know it goes on
        // without.
        try? options.setOption(.tcpOption(NIOBSDSocket.Option(rawValue: TCP_NOTSENT_LOWAT)), value: 65_536)
        // Most requests fit in 1 KiB, and the buffer stays with an idle connection.
        try options.setOption(
          .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 1024, maximum: Self.mostRead))
        try options.setOption(.maxMessagesPerRead, value: 1)
      }
      let requests = RequestsUnderWay(of: ConnectedAddresses.address(of: channel), among: underWay)
      let deadline = ConnectionDeadline(grace: configuration.shutdownGrace, requests: requests)
      try channel.pipeline.syncOperations.addHandler(deadline)
      guard let tls else {
        return PendingConnection(channel: channel, negotiated: try speakHTTP1(on: channel, logger: logger))
      }
      // A future inside a future: the handler holds bytes back until the outer one, and the inner one waits for bytes.
      let negotiation = NIOTypedApplicationProtocolNegotiationHandler<EventLoopFuture<Connection>> {
        speak($0, on: $1, logger: logger)
      }
      try channel.pipeline.syncOperations.addHandlers(NIOSSLServerHandler(context: tls.context), negotiation)
      deadline.expect(.peer, within: configuration.maximumUpgradeTime)
      return PendingConnection(channel: channel, negotiated: negotiation.protocolNegotiationResult.flatMap { $0 })
    }
  }

  func handle(value: PendingConnection, logger: Logger) async {
    do {
      switch try await value.negotiated.get() {
      case .http1(let channel): await handleHTTP(asyncChannel: channel, logger: logger)
      case .http2(let connection): await http2.handle(value: connection, logger: logger)
      // They close by themselves.
      case .live, .refused: return
      case .tooMany: break
      }
    } catch {
      logger.debug("A connection ended early: \(error)")
    }
    value.channel.close(promise: nil)
  }

  private func speak(
    _ result: ALPNResult, on channel: any Channel, logger: Logger
  ) -> EventLoopFuture<EventLoopFuture<Connection>> {
    do {
      switch result {
      case .negotiated("h2"):
        try channel.pipeline.syncOperations.handler(type: ConnectionDeadline.self).lookAfterStreams(
          idleAtMost: configuration.idleTimeout)
        return http2.setup(channel: channel, logger: logger).flatMapThrowing { connection in
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHandler(StreamsFilter(), position: .after(pipeline.handler(type: NIOHTTP2Handler.self)))
          return channel.eventLoop.makeSucceededFuture(.http2(connection))
        }
      case .negotiated, .fallback:
        return channel.eventLoop.makeSucceededFuture(try speakHTTP1(on: channel, logger: logger))
      }
    } catch {
      return channel.eventLoop.makeFailedFuture(error)
    }
  }
}

extension LiveChildChannel {
  /// Adds the handlers which read the first request and decide by it.
  private func speakHTTP1(on channel: any Channel, logger: Logger) throws -> EventLoopFuture<Connection> {
    let pipeline = channel.pipeline.syncOperations
    let encoder = HTTPResponseEncoder()
    let decoder = Self.requestDecoder(configuration)
    let gate = UpgradeGate(
      encoder: encoder, decoder: decoder, deadline: try pipeline.handler(type: ConnectionDeadline.self),
      isSecure: tls != nil, configuration: configuration, upgrade: upgrade, logger: logger,
      promise: channel.eventLoop.makePromise())
    try pipeline.addHandlers(encoder, decoder, gate)
    return gate.promise.futureResult
  }

  /// How much more than a head is kept undecoded: nobody says more before he is answered.
  private static var mostKept: Int { 65_536 }

  private static func requestDecoder(
    _ configuration: TransportConfiguration
  ) -> ByteToMessageHandler<HTTPRequestDecoder> {
    var limits = NIOHTTPDecoderLimitConfiguration()
    limits.maxHeaderFieldSize = configuration.maximumHeaderBytes
    limits.maxHeaderListSize = configuration.maximumHeaderBytes
    // What stands behind a request that asks for an upgrade isn't decoded, only kept, until it is known who reads it.
    return ByteToMessageHandler(
      HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: limits),
      maximumBufferSize: configuration.maximumHeaderBytes + mostKept)
  }
}
