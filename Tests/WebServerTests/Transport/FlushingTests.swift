import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOEmbedded
import NIOPosix
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
    loop.advanceTime(by: .seconds(1))
    #expect(order.found.filter { $0 != "answer" } == (1...100).map { "\($0)" })
    #expect(try #require(order.found.firstIndex(of: "answer")) < 50)
  }

  /// An event loop looks at its sockets when nothing is to be done at once: what users did was read behind all news.
  /// A thread that is kept waiting right then looks at them later: not in each of three rounds.
  @Test func `lets what comes by sockets be read meanwhile`() async throws {
    var places: [Int] = []
    while places.count < 3, places.last ?? 200 >= 100 { places.append(try await placeOfReading()) }
    #expect(try #require(places.last) < 100, "\(places)")
  }

  /// After how many of two hundred news something is read that came with the first of them.
  private func placeOfReading() async throws -> Int {
    final class Reading: ChannelInboundHandler {
      typealias InboundIn = ByteBuffer
      let note: () -> Void
      init(_ note: @escaping () -> Void) { self.note = note }
      func channelRead(context: ChannelHandlerContext, data: NIOAny) { note() }
    }
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let order = NIOLockedValueBox<[String]>([])
    func bind(_ handler: @escaping @Sendable () -> any ChannelHandler) async throws -> any Channel {
      try await DatagramBootstrap(group: group).channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(handler()) }
      }.bind(host: "127.0.0.1", port: 0).get()
    }
    // What is written to a pipe is there at once; what goes over the network's code waits for a busy machine.
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let (readable, writable) = (ends[0], ends[1])
    defer { close(writable) }
    _ = try await NIOPipeBootstrap(group: group).channelInitializer { channel in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandler(Reading { order.withLockedValue { $0.append("read") } })
      }
    }.takingOwnershipOfDescriptor(input: readable).get()
    var news: [LiveSocket] = []
    for number in 0..<200 {
      let channel = try await bind {
        Noting {
          if number == 0 { write(writable, "a", 1) }
          usleep(50)
          order.withLockedValue { $0.append("\(number)") }
        }
      }
      news.append(LiveSocket(channel: channel))
    }
    LiveSocket.flush(news)
    var found: [String] = []
    while found.count < 201 {
      try await Task.sleep(for: .milliseconds(10))
      found = order.withLockedValue { $0 }
    }
    try await group.shutdownGracefully()
    return try #require(found.firstIndex(of: "read"))
  }
}
