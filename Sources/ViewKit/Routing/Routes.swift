/// The screens of an app by path. The first route that fits leads.
///
/// The screens on the way are under the one that a path leads to: `/shop/books/7` has `/shop/books`, `/shop` and `/`
/// under it, those of them that a route leads to. Going back to one of them finds it as it was left.
public struct Routes: Sendable {
  /// The routes, in order.
  public let all: [ScreenRoute]
  /// Where a page goes that is there, and whose address leads nowhere.
  private(set) var fallback: Path?

  /// Lists the routes.
  ///
  /// - Parameter names: Routes that must lead to a screen, such as all that the app's links are made with. One that
  ///   doesn't is a programmer's mistake, and stops the program when it starts rather than its user later.
  public init(for names: [any RouteName] = [], @RoutesBuilder _ routes: () -> [ScreenRoute]) {
    all = routes()
    let patterns = Set(all.flatMap { [$0.segments] + $0.others.map(\.segments) })
    for name in names {
      precondition(patterns.contains(segments(of: name.pattern)), "no screen answers the route \(name.pattern)")
    }
  }

  /// Has pages that are there go to a path where they would go nowhere, as when somebody has written what no route knows behind the
  /// `#`, instead of saying that there is nothing. Who asks the server for such an address is told so with the status 404 all the same.
  public func otherwise(_ path: Path) -> Routes {
    var routes = self
    routes.fallback = path
    return routes
  }

  /// Where a path leads.
  public func destination(of path: Path) -> Destination {
    guard let (route, _) = match(path.segments[...]) else { return .nowhere }
    for condition in route.conditions where !condition.isMet() {
      return condition.otherwise(path).map(Destination.elsewhere) ?? .forbidden
    }
    return route.start.map(Destination.elsewhere) ?? .screen
  }

  /// The route that leads to a path, if one does.
  public func route(to path: Path) -> ScreenRoute? { match(path.segments[...])?.0 }

  /// The screens on the way to a path, the one that it leads to last. Those that may not be seen are left out.
  func screens(to path: Path) -> [WantedScreen] {
    let parts = path.segments
    var found: [WantedScreen] = []
    for depth in 0...parts.count {
      guard let (route, maker) = match(parts.prefix(depth)) else { continue }
      guard route.conditions.allSatisfy({ $0.isMet() }) else { continue }
      let home = route.home(of: path.prefix(depth))
      let address = depth < parts.count ? path.prefix(depth) : path
      // One that answers several addresses of the way stands once, at the last of them.
      if let index = found.firstIndex(where: { $0.path == home }) {
        found[index].address = address
      } else {
        found.append(WantedScreen(path: home, address: address, make: maker))
      }
    }
    return found
  }

  private func match(_ parts: ArraySlice<Substring>) -> (ScreenRoute, ScreenRoute.ScreenMaker)? {
    for route in all {
      if let maker = route.maker(at: parts) { return (route, maker) }
    }
    return nil
  }
}

/// A screen on the way to a path.
struct WantedScreen {
  /// Where it stands: the same for all addresses that it answers.
  let path: Path
  /// Which of those it is to show; the last screen's is the whole path, with what that asks for.
  var address: Path
  let make: ScreenRoute.ScreenMaker
}

/// Where a path leads.
public enum Destination: Sendable, Hashable {
  /// To a screen.
  case screen
  /// To another path.
  case elsewhere(Path)
  /// To a screen that isn't for this visitor.
  case forbidden
  /// To none.
  case nowhere
}

/// Builds a list of routes. What an `if` asks is asked once, when the list is made: who may follow a route is told by ``Only``.
@resultBuilder
public enum RoutesBuilder {
  /// A single route.
  public static func buildExpression(_ route: ScreenRoute) -> [ScreenRoute] { [route] }
  /// Routes with a condition.
  public static func buildExpression(_ only: Only) -> [ScreenRoute] { only.routes }
  /// Routes that another part of the app has listed.
  public static func buildExpression(_ routes: Routes) -> [ScreenRoute] { routes.all }
  /// A list of routes.
  public static func buildBlock(_ routes: [ScreenRoute]...) -> [ScreenRoute] { routes.flatMap { $0 } }
  /// Those of an `if`, or none.
  public static func buildOptional(_ routes: [ScreenRoute]?) -> [ScreenRoute] { routes ?? [] }
  /// Those of an `if` that has an `else`, or of a case.
  public static func buildEither(first routes: [ScreenRoute]) -> [ScreenRoute] { routes }
  /// Those of an `else`, or of a later case.
  public static func buildEither(second routes: [ScreenRoute]) -> [ScreenRoute] { routes }
  /// Those of a loop.
  public static func buildArray(_ routes: [[ScreenRoute]]) -> [ScreenRoute] { routes.flatMap { $0 } }
}
