import NIOCore
import NIOEmbedded
import Testing

@testable import WebServer

/// What a connection may wait for, and how many there may be.
@Suite struct ConnectionDeadlineTests {
  private let channel = EmbeddedChannel()
  private let deadline = ConnectionDeadline(
    grace: .seconds(2), requests: RequestsUnderWay(of: nil, among: RequestsUnderWay.Counts()))

  init() throws {
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
    try channel.pipeline.syncOperations.addHandler(deadline)
  }

  /// A peer that didn't answer the goodbye kept its connection for ever.
  @Test func `a connection without streams is closed though its peer answers nothing`() {
    deadline.lookAfterStreams(idleAtMost: .seconds(60))
    channel.embeddedEventLoop.advanceTime(by: .seconds(61))
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .seconds(2))
    #expect(!channel.isActive)
  }

  @Test func `a connection with streams is their own concern`() {
    deadline.lookAfterStreams(idleAtMost: .seconds(60))
    deadline.streamBegan()
    deadline.streamBegan()
    deadline.streamEnded()
    channel.embeddedEventLoop.advanceTime(by: .seconds(1_000))
    #expect(channel.isActive)
    deadline.streamEnded()
    channel.embeddedEventLoop.advanceTime(by: .seconds(61))
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .seconds(2))
    #expect(!channel.isActive)
  }

  /// Its other end may say goodbye meanwhile.
  @Test func `at the end a connection without streams has its grace`() {
    deadline.lookAfterStreams(idleAtMost: .seconds(60))
    channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .seconds(2))
    #expect(!channel.isActive)
  }

  /// Each of a hundred took what a connection takes.
  @Test func `a connection has no more requests under way than anybody needs, and an address on all of them neither`() {
    let all = RequestsUnderWay.Counts()
    let connections = (0..<40).map { _ in RequestsUnderWay(of: "a", among: all) }
    let begun = connections.map { connection in (0..<100).filter { _ in connection.begin() }.count }
    #expect(begun.first == RequestsUnderWay.mostUnfinished)
    #expect(begun.reduce(0, +) == 512)
    #expect(RequestsUnderWay(of: "b", among: all).begin())
    connections[0].finish()
    connections[0].end()
    #expect(connections[39].begin())
    #expect(!connections[39].begin())
  }

  /// What isn't read of an answer stands there as long as its stream: with a window of nothing, for good.
  @Test func `an address has no more answers under way than anybody reads`() {
    let all = RequestsUnderWay.Counts()
    let connections = (0..<40).map { _ in RequestsUnderWay(of: "a", among: all) }
    let begun = connections.map { connection in
      (0..<100).filter { _ in
        guard connection.begin() else { return false }
        connection.finish()
        return true
      }.count
    }
    #expect(begun.first == 100)
    #expect(begun.reduce(0, +) == 2_048)
    #expect(RequestsUnderWay(of: "b", among: all).begin())
    #expect(RequestsUnderWay(of: nil, among: all).begin())
    connections[0].end()
    #expect(connections[39].begin())
    #expect(!connections[39].begin())
    // What was refused isn't counted anywhere.
    connections[39].finish()
    connections[39].end()
    #expect(connections[39].begin())
  }

  @Test func `one address has no more connections than its share`() {
    let addresses = ConnectedAddresses(mostOfEach: 2)
    #expect(addresses.enter("a") && addresses.enter("a"))
    #expect(!addresses.enter("a"))
    #expect(addresses.enter("b"))
    addresses.leave("a")
    #expect(addresses.enter("a"))
    #expect(!addresses.enter("a"))
  }

  @Test(arguments: [(300, 225), (1_024, 768), (20_000, 19_744), (4, 3), (1, 1), (Int.max, Int.max - 256)])
  func `some files are kept for other things than connections`(files: Int, connections: Int) {
    #expect(OpenFiles.forConnections(of: files) == connections)
  }
}
