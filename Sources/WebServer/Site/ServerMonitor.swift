public import EventStream

/// Told of what goes on in a server, for meters and traces. Called from any thread, on the way of what it is told of: it must
/// not take long.
///
/// A server without one pays a comparison for each.
public protocol ServerMonitor: Sendable {
  /// The server begins; this is the app's stream.
  func serverBegan(_ stream: AppStream)
  /// What passes a session's stream is told to these; asked for each session that begins or is brought back.
  func sessionTaps() -> [any Tap]
  /// A page has opened a session.
  func sessionBegan()
  /// A session has ended with everything it owned.
  func sessionEnded()
  /// A page has connected to its session.
  func connectionBegan()
  /// A page's connection is gone.
  func connectionEnded()
  /// A request for a page or a file is answered.
  func requestAnswered(status: Int, after time: Duration)
  /// What a user did is carried out, or refused.
  func intentTaken(after time: Duration, isRefused: Bool)
  /// What a user did has been answered: the patch that shows it has been handed over to the connection, so much time after it came. What
  /// is shown later, when a server has answered, isn't in it.
  func intentAnswered(after time: Duration)
  /// What a user did has changed nothing on the screen, or not yet: what says that it is carried out, and durable, has been handed over to
  /// the connection, so much time after it came.
  func intentConfirmed(after time: Duration)
  /// A message has gone to a browser: a patch, mostly.
  func messageSent(bytes: Int)
}

/// Several monitors as one.
struct Monitors: ServerMonitor {
  let all: [any ServerMonitor]

  func serverBegan(_ stream: AppStream) { for one in all { one.serverBegan(stream) } }
  func sessionTaps() -> [any Tap] { all.flatMap { $0.sessionTaps() } }
  func sessionBegan() { for one in all { one.sessionBegan() } }
  func sessionEnded() { for one in all { one.sessionEnded() } }
  func connectionBegan() { for one in all { one.connectionBegan() } }
  func connectionEnded() { for one in all { one.connectionEnded() } }
  func requestAnswered(status: Int, after time: Duration) {
    for one in all { one.requestAnswered(status: status, after: time) }
  }
  func intentTaken(after time: Duration, isRefused: Bool) {
    for one in all { one.intentTaken(after: time, isRefused: isRefused) }
  }
  func intentAnswered(after time: Duration) { for one in all { one.intentAnswered(after: time) } }
  func intentConfirmed(after time: Duration) { for one in all { one.intentConfirmed(after: time) } }
  func messageSent(bytes: Int) { for one in all { one.messageSent(bytes: bytes) } }
}

extension ServerMonitor {
  /// Takes no notice.
  public func serverBegan(_ stream: AppStream) {}
  /// None.
  public func sessionTaps() -> [any Tap] { [] }
  /// Takes no notice.
  public func sessionBegan() {}
  /// Takes no notice.
  public func sessionEnded() {}
  /// Takes no notice.
  public func connectionBegan() {}
  /// Takes no notice.
  public func connectionEnded() {}
  /// Takes no notice.
  public func requestAnswered(status: Int, after time: Duration) {}
  /// Takes no notice.
  public func intentTaken(after time: Duration, isRefused: Bool) {}
  /// Takes no notice.
  public func intentAnswered(after time: Duration) {}
  /// Takes no notice.
  public func intentConfirmed(after time: Duration) {}
  /// Takes no notice.
  public func messageSent(bytes: Int) {}
}
