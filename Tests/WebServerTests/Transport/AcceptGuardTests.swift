import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import WebServer

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A server that has no room for a connection tried again and again to take it.
@Suite struct AcceptGuardTests {
  private final class Witness: ChannelInboundHandler {
    typealias InboundIn = any Channel
    var errors = 0
    var connections = 0
    func errorCaught(context: ChannelHandlerContext, error: any Error) { errors += 1 }
    func channelRead(context: ChannelHandlerContext, data: NIOAny) { connections += 1 }
  }

  private let channel = EmbeddedChannel()
  private let witness = Witness()

  init() throws {
    try channel.pipeline.syncOperations.addHandlers(
      AcceptGuard(Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }), witness)
  }

  private func fail(_ code: CInt) {
    channel.pipeline.syncOperations.fireErrorCaught(IOError(errnoCode: code, reason: "accept"))
  }

  /// Has a connection come.
  ///
  /// - Returns: Whether it is open.
  private func connect() -> Bool {
    let connection = EmbeddedChannel(loop: channel.embeddedEventLoop)
    connection.pipeline.fireChannelActive()
    channel.pipeline.syncOperations.fireChannelRead(NIOAny(connection as any Channel))
    channel.embeddedEventLoop.run()
    return (try? connection.finish(acceptAlreadyClosed: false)) != nil
  }

  @Test(arguments: [EMFILE, ENFILE, ENOBUFS, ENOMEM]) func `who finds no room is sent away, and others get in`(
    code: CInt
  ) {
    #expect(connect())
    for _ in 0..<3 {
      fail(code)
      #expect(!connect())
    }
    #expect(connect())
    #expect((witness.errors, witness.connections) == (0, 2))
  }

  /// Somebody else may take the room that was made.
  @Test func `as long as it finds no room it sends away whoever comes`() {
    fail(EMFILE)
    fail(EMFILE)
    #expect(!connect())
    #expect(connect())
    #expect((witness.errors, witness.connections) == (0, 1))
  }

  @Test func `whoever has gone keeps nobody out`() {
    fail(ECONNABORTED)
    #expect(connect())
    #expect((witness.errors, witness.connections) == (0, 1))
  }

  @Test func `other errors are told`() {
    fail(EBADF)
    #expect(witness.errors == 1)
  }
}
