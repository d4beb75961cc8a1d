public import GalleryFrame
public import Ghostlight

/// One way to write the list of reminders.
public struct Architecture: Sendable, CustomStringConvertible {
  /// The folder of its files, and the last part of its address.
  public let name: String
  public var description: String { name }
  private let make: @Sendable (Words, ReminderSource) -> Controller

  /// Makes its screen.
  public func screen(_ language: Language, _ source: ReminderSource) -> Controller {
    make(Words(language), source)
  }

  /// All of them, in the order in which they were thought of.
  public static let all = [
    Architecture(name: "MVC", make: MVCController.init),
    Architecture(name: "MVCS", make: MVCSController.init),
    Architecture(name: "MVP", make: MVPScreen.init),
    Architecture(name: "MVVM", make: MVVMController.init),
    Architecture(name: "RenderContext", make: RenderContextController.init),
    Architecture(name: "GhostMV", make: GhostMVController.init),
    Architecture(name: "EventMVVM", make: { words, _ in EventMVVMController(words) }),
  ]
}
