import NIOCore
import NIOHTTPTypes

/// Closes an HTTP connection, or a stream of one, whose peer neither sends a request nor reads an answer: see ``HTTPProgress``; and streams
/// that would be too many requests at once: see ``RequestsUnderWay``.
///
/// Hummingbird's own counts from where the end of an answer is written. So it cuts off who reads for longer, and never who doesn't read.
final class HTTPIdleHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// By HTTP/2 what a peer doesn't read is held back by its stream, which doesn't tell how much that is. So a content goes out in pieces
  /// of so many bytes: who reads 300 in a second has taken one in half a minute.
  private static let piece = 8_192

  private let interval: TimeAmount
  private let isStream: Bool
  private var progress = HTTPProgress()
  private var timer: Scheduled<Void>?
  /// Of a stream, what looks after the connection that it is on.
  private var connection: ConnectionDeadline?
  /// Whether its request is counted as one that is under way, and as one that isn't all there.
  private var isUnderWay = false, isUnfinished = false
  /// Whether it was one too many, and is reset.
  private var isRefused = false

  /// - Parameters:
  ///   - timeout: How long nothing may happen.
  ///   - isStream: Whether it is for a stream of HTTP/2.
  init(timeout: Duration, isStream: Bool) {
    interval = TimeAmount(timeout / HTTPProgress.patience)
    self.isStream = isStream
  }

  func handlerAdded(context: ChannelHandlerContext) {
    if isStream {
      connection = try? context.channel.parent?.pipeline.syncOperations.handler(type: ConnectionDeadline.self)
      connection?.streamBegan()
    }
    schedule(context: context)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    finishRequest()
    if isUnderWay { connection?.requests.end() }
    isUnderWay = false
    connection?.streamEnded()
    connection = nil
    timer?.cancel()
    timer = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isRefused { return }
    switch Self.unwrapInboundIn(data) {
    case .head:
      progress.requestBegan()
      if let connection, !isUnderWay {
        // It is reset: its peer has more under way than anybody needs.
        guard connection.requests.begin() else {
          isRefused = true
          return context.close(promise: nil)
        }
        (isUnderWay, isUnfinished) = (true, true)
      }
    case .body(let bytes): progress.requestMoved(by: bytes.readableBytes)
    case .end:
      progress.requestEnded()
      finishRequest()
    }
    context.fireChannelRead(data)
  }

  private func finishRequest() {
    if isUnfinished { connection?.requests.finish() }
    isUnfinished = false
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch Self.unwrapOutboundIn(data) {
    case .head(let head): send(.head(head), context: context, promise: promise)
    case .body(var rest):
      while isStream, rest.readableBytes > Self.piece, let piece = rest.readSlice(length: Self.piece) {
        send(.body(piece), context: context, promise: nil)
      }
      send(.body(rest), context: context, promise: promise)
    case .end:
      // It has next to no bytes of its own.
      progress.answerEnded()
      context.write(data, promise: promise)
    }
  }

  private func send(_ part: HTTPResponsePart, context: ChannelHandlerContext, promise: EventLoopPromise<Void>?) {
    progress.partWritten()
    let sent = promise ?? context.eventLoop.makePromise(of: Void.self)
    sent.futureResult.assumeIsolated().whenComplete { _ in self.progress.partSent() }
    context.write(Self.wrapOutboundOut(part), promise: sent)
  }

  private func schedule(context: ChannelHandlerContext) {
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: interval) { self.check(context: context) }
  }

  private func check(context: ChannelHandlerContext) {
    if progress.isStuck(buffered: buffered(context)) {
      context.close(promise: nil)
    } else {
      schedule(context: context)
    }
  }

  /// How many bytes the network hasn't taken. A stream doesn't tell, but its connection does.
  private func buffered(_ context: ChannelHandlerContext) -> Int {
    let channel = isStream ? context.channel.parent : context.channel
    return (try? channel?.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
  }
}
