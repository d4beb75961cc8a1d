/// The screens of an app by path. The first route that fits leads.
public struct Routes: Sendable {
  /// The routes, in order.
  public let all: [Route]

  /// Lists the routes.
  ///
  /// A pattern with more or fewer placeholders than its screen takes values is a programmer's mistake: the compiler
  /// can't see it, so this stops the program.
  public init(@RoutesBuilder _ routes: () -> [Route]) {
    all = routes()
    for route in all {
      precondition(
        route.placeholders == route.arity,
        "the route \(route.pattern) has \(route.placeholders) placeholders, its screen takes \(route.arity) values")
    }
  }

  /// The screen at a path, if a route leads there. What follows `?` or `#` is not part of the path.
  func controller(at path: String) -> Controller? {
    let parts = Self.pathOnly(path).split(separator: "/")
    for route in all {
      if let controller = route.controller(at: parts) { return controller }
    }
    return nil
  }

  /// Whether a route leads to a screen at a path.
  public func lead(to path: String) -> Bool { controller(at: path) != nil }

  static func pathOnly(_ path: String) -> Substring { path.prefix { $0 != "?" && $0 != "#" } }
}

/// Builds a list of routes.
@resultBuilder
public enum RoutesBuilder {
  /// A single route.
  public static func buildExpression(_ route: Route) -> [Route] { [route] }
  /// A list of routes.
  public static func buildBlock(_ routes: [Route]...) -> [Route] { routes.flatMap { $0 } }
}
