import NIOCore
import Synchronization

/// Messages on their way from a socket's event loop to its receiver. While there are none, there is no task either.
final class LiveInbound: Sendable {
  private struct State {
    /// Nothing while there are none: an empty one holds memory.
    var waiting: CircularBuffer<Message>?
    var count: Int { waiting?.count ?? 0 }
    var bytes = 0
    var isTaking = false
    /// Whether a message has come.
    var hasBegun = false
    /// Whether there will be no more.
    var isFinished = false
    /// Whether the receiver is behind, so that the socket isn't read.
    var isBehind = false
  }

  private struct Message {
    let content: ByteBuffer
    /// When it was read.
    let came = ContinuousClock.now
  }

  private enum Next {
    case message(Message)
    case nothing
    case end
  }

  /// How many messages, or bytes of them, wait before the server stops reading.
  private static let (limit, byteLimit) = (8, 64 * 1024)
  /// How many come at most nevertheless. What has been read at once has no more; but a connection that is reset is read to its end, however
  /// much that is.
  private static let (most, mostBytes) = (1 << 12, 1 << 21)

  private let state = Mutex(State())
  private let receiver: any LiveReceiver
  private let socket: LiveSocket

  init(_ receiver: any LiveReceiver, _ socket: LiveSocket) {
    self.receiver = receiver
    self.socket = socket
  }

  /// Whether the socket had better not be read.
  var isBehind: Bool { state.withLock { $0.isBehind } }

  /// - Returns: Whether there was room for it. Otherwise the connection is to be closed: what comes behind it would be out of order.
  func add(_ message: ByteBuffer) -> Bool {
    let isFirst = state.withLock { state in
      defer { state.hasBegun = true }
      return !state.hasBegun
    }
    if isFirst { receiver.noteBegin() }
    var hasRoom = true
    change { state in
      if state.isFinished { return }
      hasRoom = state.count < Self.most && state.bytes + message.readableBytes <= Self.mostBytes
      guard hasRoom else { return }
      if state.waiting == nil { state.waiting = CircularBuffer(initialCapacity: 1) }
      state.waiting?.append(Message(content: message))
      state.bytes += message.readableBytes
      if state.count >= Self.limit || state.bytes > Self.byteLimit { state.isBehind = true }
    }
    return hasRoom
  }

  /// There will be no more.
  func finish() {
    // What waits for something else needn't any longer: until then its task doesn't come to the end.
    if !state.withLock({ $0.isFinished }) { receiver.noteEnd() }
    change { $0.isFinished = true }
  }

  private func change(_ body: (inout State) -> Void) {
    let starts = state.withLock { state in
      let wasFinished = state.isFinished
      body(&state)
      if state.isTaking || wasFinished { return false }
      state.isTaking = true
      return true
    }
    // What users do doesn't stand behind the turns of a thousand screens that are told of something.
    if starts { Task(priority: .high) { await run() } }
  }

  private func run() async {
    while true {
      switch next() {
      case .message(let message):
        await receiver.take(message.content, since: message.came)
        // Nothing on the way needs to wait for anybody: whoever has sent a thousand at once would have its thread until they are all done.
        await Task.yield()
      case .nothing: return
      case .end:
        await receiver.end()
        return await socket.finish()
      }
    }
  }

  private func next() -> Next {
    let (next, isReady) = state.withLock { state -> (Next, Bool) in
      if let message = state.waiting?.popFirst() {
        state.bytes -= message.content.readableBytes
        return (.message(message), false)
      }
      state.waiting = nil
      // It never begins again after the end.
      if state.isFinished { return (.end, false) }
      state.isTaking = false
      defer { state.isBehind = false }
      return (.nothing, state.isBehind)
    }
    if isReady { socket.readOn() }
    return next
  }
}
