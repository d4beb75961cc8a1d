/// A route and the screen that it leads to: `Path.todo ~> TodoDetailController.init(id:)`.
public struct ScreenRoute: Sendable {
  /// The pattern of its paths, written as they are: `/caf%C3%A9/:id`.
  public let pattern: String
  let segments: [Substring]
  /// Reads the values of the placeholders; `nil` if one can't be read.
  let screen: @Sendable ([Substring]) -> ScreenMaker?
  /// Who may see the screen, the outermost condition first.
  var conditions: [Condition] = []
  /// Where its own address leads on to.
  var start: Path?
  /// Further addresses that the same screen answers.
  private(set) var others: [Path] = []

  typealias ScreenMaker = () -> Controller

  /// A condition, and where to go instead.
  struct Condition: Sendable {
    let isMet: @Sendable () -> Bool
    let otherwise: @Sendable (Path) -> Path?
    /// What it depends on, if that is the session's.
    var value: (any AnySessionValue)?
  }

  init(_ pattern: String, _ screen: @escaping @Sendable ([Substring]) -> ScreenMaker?) {
    self.pattern = Path(pattern).text
    self.screen = screen
    segments = ViewKit.segments(of: pattern)
  }

  /// Has the screen's own address lead on to one under it: a page of tabs to its first tab.
  public func starting(at path: Path) -> ScreenRoute {
    var route = self
    route.start = path
    return route
  }

  /// Has the same screen answer other addresses too: a list and the ways to filter it.
  ///
  /// Going from one of them to another leaves the screen standing, with what is typed in it, and tells it with
  /// ``Controller/pathDidChange()``.
  public func also(at paths: Path...) -> ScreenRoute {
    precondition(!segments.contains { $0.hasPrefix(":") }, "a route with values in it answers no other addresses")
    var route = self
    route.others += paths
    return route
  }

  /// Where the screen that a path leads to stands, if that is one of several addresses that it answers.
  func home(of path: Path) -> Path { answers(path.segments[...]) ? Path(pattern) : path }

  /// Whether one of its further addresses has these segments.
  private func answers(_ parts: ArraySlice<Substring>) -> Bool {
    others.contains { $0.segments.elementsEqual(parts, by: areSame) }
  }

  /// What makes the screen at a path, if this route leads there.
  func maker(at parts: ArraySlice<Substring>) -> ScreenMaker? {
    if answers(parts) { return screen([]) }
    guard parts.count == segments.count else { return nil }
    var values: [Substring] = []
    for (segment, part) in zip(segments, parts) {
      if segment.hasPrefix(":") { values.append(part) } else if !areSame(segment, part) { return nil }
    }
    return screen(values)
  }
}

/// Leads a route to a screen that takes its values, in order. A value that can't be read makes a path lead nowhere.
public func ~> <each Value: RouteParameter, Screen: Controller>(
  route: Route<repeat each Value>, screen: @escaping @Sendable (repeat each Value) -> Screen
) -> ScreenRoute {
  ScreenRoute(route.pattern) { segments in
    var rest = segments[...]
    do {
      let values = (repeat try next((each Value).self, &rest))
      return { screen(repeat each values) }
    } catch { return nil }
  }
}

/// Leads a path to a screen.
///
/// Other paths with the same segments lead there too, whatever they ask for behind `?`. Coming from one to another by the browser's history
/// leaves the screen standing, and tells it with ``Controller/pathDidChange()``; a link, or `go(to:)`, makes the screen
/// anew. The path that is given here must ask for nothing, and have no segment
/// that begins with `:`, as those of a ``Route`` do.
///
/// - Parameter screen: Makes the screen's controller.
public func ~> <Screen: Controller>(path: Path, screen: @escaping @Sendable () -> Screen) -> ScreenRoute {
  precondition(!path.text.contains { $0 == "?" || $0 == "#" }, "a route's path asks for nothing: \(path)")
  precondition(!path.segments.contains { $0.hasPrefix(":") }, "values in a route have types: make \(path) a Route")
  return ScreenRoute(path.pattern) { _ in { screen() } }
}

/// Leads a pattern to a screen, for an app so small that its routes need no names.
public func ~> <each Value: RouteParameter, Screen: Controller>(
  pattern: String, screen: @escaping @Sendable (repeat each Value) -> Screen
) -> ScreenRoute {
  Route<repeat each Value>(pattern) ~> screen
}

private struct NoMatch: Error {}

private func next<Value: RouteParameter>(_ type: Value.Type, _ rest: inout ArraySlice<Substring>) throws -> Value {
  guard let segment = rest.popFirst(), let value = Value(route: segment) else { throw NoMatch() }
  return value
}
