import Logging
import NIOCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Sends connections away where the process has no file left for them.
///
/// As long as one waits to be taken, the system says so, and trying again takes a whole processor. So a file is kept in reserve: it makes
/// room for the connection, which is closed at once.
final class AcceptGuard: ChannelInboundHandler {
  typealias InboundIn = any Channel
  typealias InboundOut = any Channel

  /// How long the operator isn't told again.
  private static let silence = TimeAmount.seconds(60)

  private let logger: Logger
  /// None while a connection is to be sent away.
  private var reserve: CInt?
  private var nextWords = NIODeadline.distantPast

  init(_ logger: Logger) {
    self.logger = logger
    takeReserve()
  }

  deinit { if let reserve { close(reserve) } }

  /// Puts one before everything else that looks after a server's socket.
  static func add(to server: any Channel, _ logger: Logger) async throws {
    try await server.eventLoop.submit {
      try server.pipeline.syncOperations.addHandler(AcceptGuard(logger), position: .first)
    }.get()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch (error as? IOError)?.errnoCode {
    // Who wanted it has gone.
    case ECONNABORTED: break
    case EMFILE, ENFILE, ENOBUFS, ENOMEM:
      tell(error)
      if let reserve { close(reserve) }
      reserve = nil
    default: context.fireErrorCaught(error)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard reserve == nil else { return context.fireChannelRead(data) }
    let connection = unwrapInboundIn(data)
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    connection.closeFuture.hop(to: context.eventLoop).whenComplete { _ in bound.value.takeReserve() }
    connection.close(promise: nil)
  }

  /// Takes it again. Where somebody was quicker, the next connection is sent away too.
  private func takeReserve() {
    guard reserve == nil else { return }
    let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
    reserve = file >= 0 ? file : nil
  }

  private func tell(_ error: any Error) {
    guard nextWords <= .now() else { return }
    nextWords = .now() + Self.silence
    logger.error(
      "there is no room for a connection: raise the limit of open files, or see who holds so many",
      metadata: ["error": "\(error)"])
  }
}
