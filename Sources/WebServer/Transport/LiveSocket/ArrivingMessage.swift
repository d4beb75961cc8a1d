import NIOCore

/// Counts what has come of a message that isn't all there, and lets an address have only so many that are long at once.
///
/// It stands in front of the decoder, which holds a frame until its last byte has come. Who doesn't come to the end of a message has a
/// minute and more, with half a megabyte of each of thousands of connections held meanwhile.
final class ArrivingMessage: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// An address has as many long messages on their way as it may.
  struct TooMany: Error {}

  /// A message of so many bytes is a long one. What people do takes less than a hundred.
  static let long = 16_384
  /// So many bytes an address may have on their way in long messages.
  static let mostOfAddress = 16 << 20

  private let address: String?
  private let ofAll: ConnectedAddresses
  /// How much has come since the last frame, and before that of its message.
  private var ofFrame = 0, before = 0
  private var isLong = false
  private var isRefused = false

  /// - Parameters:
  ///   - address: Whose connection it is, as ``AddressQuota`` counts them; `nil` if it isn't from the network.
  ///   - ofAll: Where the long messages of all connections are counted.
  init(of address: String?, among ofAll: ConnectedAddresses) {
    self.address = address
    self.ofAll = ofAll
  }

  func handlerRemoved(context: ChannelHandlerContext) { forget() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // It isn't held: the connection is about to be closed.
    if isRefused { return }
    ofFrame += Self.unwrapInboundIn(data).readableBytes
    context.fireChannelRead(data)
    if ofFrame + before <= Self.long { return forget() }
    if isLong { return }
    isLong = address.map(ofAll.enter) ?? true
    if isLong { return }
    isRefused = true
    context.fireErrorCaught(TooMany())
  }

  /// The connection is about to be closed: what still comes is held no more.
  func refuseRest() {
    isRefused = true
    forget()
  }

  /// A frame has come, which leaves so many bytes of a message that isn't whole.
  func frameCame(leaving bytes: Int) { (ofFrame, before) = (0, bytes) }

  private func forget() {
    if isLong, let address { ofAll.leave(address) }
    isLong = false
  }
}
