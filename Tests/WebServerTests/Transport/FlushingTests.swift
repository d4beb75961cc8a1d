import NIOCore
import NIOEmbedded
import Testing

@testable import WebServer

@Suite struct `Flushing sockets` {
  /// Notes in a common list that its socket is flushed.
  private final class Noting: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    let note: () -> Void

    init(_ note: @escaping () -> Void) { self.note = note }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
      if case LiveSocketHandler.Command.flush = event { note() }
    }
  }

  private final class Order {
    var found: [String] = []
  }

  /// An answer stood behind all the news that went out on its thread.
  @Test func `lets what has come meanwhile pass, and leaves none out`() throws {
    let loop = EmbeddedEventLoop()
    let order = Order()
    func socket(_ name: String) throws -> LiveSocket {
      let channel = EmbeddedChannel(loop: loop)
      try channel.pipeline.syncOperations.addHandler(Noting { order.found.append(name) })
      return LiveSocket(channel: channel)
    }
    let news = try (1...100).map { try socket("\($0)") }
    let answer = try socket("answer")
    LiveSocket.flush(news)
    LiveSocket.flush([answer])
    loop.run()
    #expect(order.found.filter { $0 != "answer" } == (1...100).map { "\($0)" })
    #expect(try #require(order.found.firstIndex(of: "answer")) < 50)
  }
}
