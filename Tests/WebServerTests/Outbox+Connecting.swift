@testable import WebRenderer
@testable import WebServer

extension Outbox {
  /// A connection takes over that presents itself now.
  ///
  /// - Returns: Its number.
  @discardableResult
  func connect(having sequence: Int, saying first: TextBuffer? = nil, onWork: @escaping OnWork = { _, _ in }) -> Int {
    connect(.draw(), having: sequence, saying: first, onWork: onWork) ?? 0
  }
}
