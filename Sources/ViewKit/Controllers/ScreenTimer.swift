/// A timer of a controller. Used in its session only.
public final class ScreenTimer {
  let number: Int
  private let task: Task<Void, Never>
  private var body: (() -> Void)?

  init(_ number: Int, _ task: Task<Void, Never>, _ body: @escaping () -> Void) {
    self.number = number
    self.task = task
    self.body = body
  }

  /// Whether it has fired or was cancelled.
  public var isOver: Bool { body == nil }

  /// Ends it: its closure isn't called any more.
  public func cancel() {
    body = nil
    task.cancel()
  }

  func fire() {
    let body = body
    self.body = nil
    body?()
  }
}
