/// News that come up at the edge of the screen and go by themselves: screen readers tell them when they have time.
///
/// ```swift
/// private let toasts = Toasts()
/// // in loadView(): Stack.main(…, toasts)
/// toasts.show("Saved.", .success, by: self)
/// ```
public final class Toasts: View {
  /// How many are there at once, at most; the oldest makes room.
  public static let greatestCount = 3
  private let dismissal: String

  /// Makes a place for news, without any.
  ///
  /// - Parameters:
  ///   - name: What screen readers call it.
  ///   - dismissal: What the button says that takes one away.
  public init(_ name: String = "News", dismissal: String = "Dismiss") {
    self.dismissal = dismissal
    super.init(.toasts)
    self.name = name
  }

  /// Tells something.
  ///
  /// - Parameters:
  ///   - duration: How long; `nil` for until the user takes it away. What can be acted on should stay.
  ///   - controller: Whose news it is: it waits in the time of the screen that this one stands in, or has opened it. One that has ended has
  ///     none left: say it before.
  @discardableResult
  public func show(
    _ text: String, _ tone: Tone = .neutral, for duration: Duration? = .seconds(6), by controller: Controller
  ) -> Toast {
    let toast = Toast(text, tone, dismissal: dismissal)
    while children.count >= Self.greatestCount { children[0].removeFromParent() }
    add(toast)
    if let duration { controller.outermost.after(duration) { [weak toast] in toast?.dismiss() } }
    return toast
  }
}

/// A piece of news: see ``Toasts``.
public final class Toast: View {
  init(_ text: String, _ tone: Tone, dismissal: String) {
    super.init(.toast)
    looks = tone.looks
    let label = Label(text)
    let close = Button(dismissal, looks: ["quiet"])
    close.onTap = { [unowned self] in dismiss() }
    add(label, close)
  }

  /// Takes it away.
  public func dismiss() { removeFromParent() }
}
