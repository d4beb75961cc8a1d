@testable import WebRenderer
@testable import WebServer

extension Outbox {
  /// A connection takes over that presents itself now.
  ///
  /// - Returns: Its number.
  @discardableResult
  func connect(
    having sequence: Int, saying first: TextBuffer? = nil,
    confirming intent: Int = 0,
    onWork: @escaping OnWork = { _, _ in }
  ) -> Int {
    connect(.draw(), having: sequence, saying: first, confirming: intent, onWork: onWork) ?? 0
  }

  /// What a connection is to send next, asked in both lanes.
  func next(for connection: Int) -> Delivery {
    let first = next(for: connection, .news)
    if case .fresh = first { return first }
    _ = next(for: connection, .answer)
    return first
  }
}
