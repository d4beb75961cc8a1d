internal import EventStream

/// A timer of a controller. Used in its session only.
public final class ScreenTimer {
  let number: Int
  let due: Timestamp
  /// What waits for the end; there is none while a recording is played.
  var task: Task<Void, Never>?
  private var body: (() -> Void)?

  init(_ number: Int, due: Timestamp, _ body: @escaping () -> Void) {
    self.number = number
    self.due = due
    self.body = body
  }

  /// Whether it has fired or was cancelled.
  public var isOver: Bool { body == nil }

  /// Ends it: its closure isn't called any more.
  public func cancel() {
    body = nil
    task?.cancel()
  }

  func fire() {
    let body = body
    self.body = nil
    body?()
  }
}
