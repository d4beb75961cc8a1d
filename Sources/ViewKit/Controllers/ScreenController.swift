/// What builds and lays out a screen's views, apart from the controller that switches them on and off.
public protocol Screen {
  /// What everything stands in.
  var view: View { get }
}

/// A controller whose views are built elsewhere, and are reached as its own (with `self.`, or as parts of ``screen``).
///
/// ```swift
/// struct GreetingScreen: Screen {
///   let name = TextInput.line("Name"), greeting = Label()
///   let view: View
///   init() { view = Stack.main(name, greeting) }
/// }
///
/// final class GreetingController: ScreenController<GreetingScreen> {
///   init() { super.init(GreetingScreen()) }
///   override func viewDidLoad() {
///     self.name.onChange = { [unowned self] in self.greeting.text = "Hello, \($0)" }
///   }
/// }
/// ```
///
/// A small screen can be built in an extension of its controller instead:
///
/// ```swift
/// final class GreetingController: Controller {
///   let name = TextInput.line("Name"), greeting = Label()
///   override func loadView() -> View { build() }
/// }
///
/// extension GreetingController {
///   fileprivate func build() -> View { Stack.main(name, greeting) }
/// }
/// ```
@dynamicMemberLookup
open class ScreenController<Built: Screen>: Controller {
  /// What is built.
  public let screen: Built

  /// Makes a controller of what is built.
  public init(_ screen: Built) {
    self.screen = screen
    super.init()
  }

  open override func loadView() -> View { screen.view }

  /// A part of what is built.
  public subscript<Part>(dynamicMember part: KeyPath<Built, Part>) -> Part { screen[keyPath: part] }
}
