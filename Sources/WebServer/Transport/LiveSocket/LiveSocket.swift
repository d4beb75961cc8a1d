package import NIOCore

/// One live connection with a browser, for text messages in both directions.
package final class LiveSocket: Sendable {
  /// The browser's messages.
  package let messages: LiveMessages

  private let channel: any Channel
  private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>

  init(
    channel: any Channel, inbound: NIOAsyncChannelInboundStream<ByteBuffer>,
    outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  ) {
    messages = LiveMessages(inbound: inbound)
    self.channel = channel
    self.outbound = outbound
  }

  /// Sends one text message; messages of one task arrive in the order in which they were sent.
  ///
  /// Returns as soon as the message is on its way. While more than 64 KiB wait for a slow browser, it suspends.
  ///
  /// - Parameter text: The message; it must be UTF-8, which isn't checked.
  /// - Throws: `TransportError.socketClosed` when the browser is gone, the socket was closed, or the task is cancelled.
  package func send(text: ByteBuffer) async throws(TransportError) {
    do {
      try await outbound.write(text)
    } catch {
      throw .socketClosed
    }
  }

  /// Sends one text message, like ``send(text:)-(ByteBuffer)``.
  package func send(text: String) async throws(TransportError) {
    try await send(text: ByteBuffer(string: text))
  }

  /// Says goodbye, and returns when the connection is closed, which takes no longer than `closeTimeout`.
  ///
  /// The messages end, and sending fails from now on. Closing twice is harmless; the first reason counts.
  package func close(_ closure: WebSocketClosure = .normal) async {
    await close(LiveSocketHandler.CloseRequest(closure: closure))
  }

  /// Closes with the reason that the server's state gives: normal, or going away.
  func finish() async {
    await close(LiveSocketHandler.CloseRequest(closure: nil))
  }

  private func close(_ request: LiveSocketHandler.CloseRequest) async {
    channel.triggerUserOutboundEvent(request, promise: nil)
    try? await channel.closeFuture.get()
  }
}
