package import NIOCore

/// Takes what one browser says on a live socket.
///
/// It is called for one message after another, never for two at a time. Between messages nothing runs and nothing waits: a task
/// for each socket would hold several kilobytes, and most of thousands of sockets are silent.
package protocol LiveReceiver: Sendable {
  /// The first message has come. Called at once, before it is its turn to be taken.
  func noteBegin()

  /// Takes a text message: complete, valid UTF-8, in the order in which it was sent. While this goes on, the server soon stops
  /// reading.
  ///
  /// - Parameter came: When it was read, some time before it was its turn to be taken.
  func take(_ message: ByteBuffer, since came: ContinuousClock.Instant) async

  /// There will be no more messages: the browser has closed or vanished, the socket was closed, or the server begins to shut
  /// down. Called at once, also while a message is taken or others wait; whoever waits for something else needn't any longer.
  func noteEnd()

  /// There will be no more messages, and all are taken. Called once, after the last message; the socket closes when it returns.
  func end() async
}

extension LiveReceiver {
  package func noteBegin() {}
  package func noteEnd() {}
}
