internal import ViewKit

/// Does something over and over while a screen is shown. A screen that lies under others is not shown, and appears each time that its
/// user comes back.
final class Repetition {
  private unowned let screen: Controller
  private let body: () -> Void
  private var timer: ScreenTimer?
  private var isOn = false

  init(on screen: Controller, _ body: @escaping () -> Void) {
    self.screen = screen
    self.body = body
  }

  /// Does it now. Call it when the screen appears.
  func begin() {
    isOn = true
    timer?.cancel()
    body()
  }

  /// Does it once more after a while, unless the screen is gone by then. Said twice, it is done once.
  func again(after duration: Duration) {
    timer?.cancel()
    timer = isOn ? screen.after(duration) { [unowned self] in body() } : nil
  }

  /// Does it no more. Call it when the screen disappears.
  func end() {
    isOn = false
    timer?.cancel()
  }
}
