import NIOCore
import NIOWebSocket
import Synchronization

/// One live connection with a browser, for text messages in both directions.
package final class LiveSocket: Sendable {
  private struct State {
    /// Frames on their way to the event loop.
    var frames: [ByteBuffer] = []
    var bytes = 0
    /// Whether the event loop will take them.
    var isScheduled = false
    /// Whether the kernel takes what is written as fast as it comes.
    var isWritable = true
    var isClosed = false
    var senders: [CheckedContinuation<Void, Never>] = []

    var isFull: Bool { !isWritable || bytes > LiveSocket.highWaterMark }
  }

  /// Above this `send` waits, so that a slow browser costs no more.
  static let highWaterMark = 64 * 1024

  private let state = Mutex(State())
  private let channel: any Channel

  init(channel: any Channel) {
    self.channel = channel
  }

  /// Whether the browser is gone, or the socket was closed.
  package var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Whether a message that is sent now waits behind none that the browser hasn't taken.
  package var hasRoom: Bool { state.withLock { !$0.isClosed && !$0.isFull } }

  // MARK: Sending

  /// Sends one text message, and waits for nothing; messages of one thread arrive in the order in which they were sent.
  ///
  /// - Parameter text: The message; it must be UTF-8, which isn't checked.
  /// - Returns: Whether there is room for more. If not, wait for ``room()`` before the next one, or a slow browser's messages
  ///   fill the memory.
  /// - Throws: `TransportError.socketClosed` when the browser is gone or the socket was closed.
  package func put(text: some Collection<UInt8>) throws(TransportError) -> Bool {
    let (hasRoom, needsFlush) = try add(text: text)
    if needsFlush { Self.flush([self]) }
    return hasRoom
  }

  /// Takes one text message, like ``put(text:)``, that goes out when the socket is flushed.
  ///
  /// - Returns: Whether there is room for more, and whether the socket must be given to ``flush(_:)``.
  package func add(text: some Collection<UInt8>) throws(TransportError) -> (hasRoom: Bool, needsFlush: Bool) {
    let frame = ByteBuffer(frame: .text, text)
    let (isOpen, schedules, hasRoom) = state.withLock { state in
      if state.isClosed { return (false, false, false) }
      state.frames.append(frame)
      state.bytes += frame.readableBytes
      defer { state.isScheduled = true }
      return (true, !state.isScheduled, !state.isFull)
    }
    if !isOpen { throw .socketClosed }
    return (hasRoom, schedules)
  }

  /// So many sockets are flushed at a time: a few tenths of a millisecond.
  private static let mostFlushed = 16

  /// For so long an event loop has nothing to be done at once, and so looks at its sockets: what users do would be read only behind all news.
  /// With ten microseconds a slow machine was often late for the next already, and never looked.
  private static let pauseForReading = TimeAmount.microseconds(30)

  /// Sends what sockets have taken. Each event loop is asked once for some of its sockets, and asks itself for the next: what has come
  /// meanwhile has its turn between them.
  package static func flush(_ sockets: [LiveSocket]) {
    if sockets.count == 1 { return flush(sockets[...], on: sockets[0].channel.eventLoop) }
    for (_, sockets) in Dictionary(grouping: sockets, by: { ObjectIdentifier($0.channel.eventLoop) }) {
      flush(sockets[...], on: sockets[0].channel.eventLoop)
    }
  }

  private static func flush(_ sockets: ArraySlice<LiveSocket>, on eventLoop: any EventLoop) {
    eventLoop.execute { flushSome(sockets, on: eventLoop) }
  }

  private static func flushSome(_ sockets: ArraySlice<LiveSocket>, on eventLoop: any EventLoop) {
    for socket in sockets.prefix(mostFlushed) {
      socket.channel.triggerUserOutboundEvent(LiveSocketHandler.Command.flush, promise: nil)
    }
    if sockets.count <= mostFlushed { return }
    eventLoop.scheduleTask(in: pauseForReading) { flushSome(sockets.dropFirst(mostFlushed), on: eventLoop) }
  }

  /// Sends one text message, and returns as soon as it is on its way. While more than 64 KiB wait for a slow browser, it
  /// suspends.
  ///
  /// - Throws: As ``put(text:)``.
  package func send(text: some Collection<UInt8> & Sendable) async throws(TransportError) {
    if try put(text: text) { return }
    await room()
  }

  /// Sends one text message, like ``send(text:)-(Collection)``.
  package func send(text: String) async throws(TransportError) {
    try await send(text: Array(text.utf8))
  }

  /// Returns when there is room for more, or the socket is closed.
  package func room() async {
    await withCheckedContinuation { continuation in
      let isLate = state.withLock { state in
        if state.isClosed || !state.isFull { return true }
        state.senders.append(continuation)
        return false
      }
      if isLate { continuation.resume() }
    }
  }

  // MARK: Closing

  /// Says goodbye, and returns when the connection is closed, which takes no longer than `closeTimeout`.
  ///
  /// The messages end, and sending fails from now on. Closing twice is harmless; the first reason counts.
  package func close(_ closure: WebSocketClosure = .normal) async {
    await close(.close(closure))
  }

  /// Closes with the reason that the server's state gives: normal, or going away.
  func finish() async {
    await close(.close(nil))
  }

  private func close(_ command: LiveSocketHandler.Command) async {
    channel.triggerUserOutboundEvent(command, promise: nil)
    await closed()
  }

  /// Returns when the connection is closed, whoever closes it.
  func closed() async { try? await channel.closeFuture.get() }

  // MARK: Between it and the event loop

  /// What was held back may be read.
  func readOn() { channel.triggerUserOutboundEvent(LiveSocketHandler.Command.readOn, promise: nil) }

  /// Gives what is to be written, on the event loop.
  func takeFrames() -> [ByteBuffer] {
    state.withLock { state in
      defer {
        state.frames = []
        state.bytes = 0
        state.isScheduled = false
      }
      return state.frames
    }
  }

  /// Lets those who send go on, or wait.
  func note(isWritable: Bool) {
    let senders = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.isWritable = isWritable
      if state.isFull { return [] }
      defer { state.senders = [] }
      return state.senders
    }
    for sender in senders { sender.resume() }
  }

  /// From now on sending fails.
  func noteClosed() {
    let senders = state.withLock { state in
      state.isClosed = true
      state.frames = []
      defer { state.senders = [] }
      return state.senders
    }
    for sender in senders { sender.resume() }
  }
}
