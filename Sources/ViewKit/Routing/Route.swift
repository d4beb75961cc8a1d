/// A path with values in it: `Route<Int64>("/todos/:id")` makes the path `/todos/7` from 7, and 7 from that path.
///
/// Called like a function it makes a path. A text in its place is escaped, so it can hold anything.
public struct Route<each Value: RouteParameter>: Sendable {
  /// The pattern: segments apart by `/`, those that start with `:` stand for a value.
  public let pattern: String
  private let parts: [Substring]

  /// Names a route. A pattern with more or fewer placeholders than values is a programmer's mistake: the compiler
  /// can't see it, so this stops the program.
  public init(_ pattern: String) {
    var count = 0
    for _ in repeat (each Value).self { count += 1 }
    parts = segments(of: pattern)
    let placeholders = parts.count { $0.hasPrefix(":") }
    precondition(
      placeholders == count, "the route \(pattern) has \(placeholders) placeholders and takes \(count) values")
    self.pattern = pattern
  }

  /// The path with the given values.
  public func callAsFunction(_ value: repeat each Value) -> Path {
    var values: [String] = []
    for value in repeat each value { values.append(value.route) }
    var rest = values[...]
    let segments = parts.map { $0.hasPrefix(":") ? rest.popFirst() ?? "" : String($0) }
    return Path(segments.joined(separator: "/"))
  }
}

/// What a name stands for: a path or a route with values.
public protocol RouteName: Sendable {
  /// The pattern of its paths.
  var pattern: String { get }
}

extension Route: RouteName {}

extension Path: RouteName {
  /// The path's text.
  public var pattern: String { text }
}

/// The segments of a pattern, written as those of paths are.
func segments(of pattern: String) -> [Substring] { Path(pattern).text.split(separator: "/") }
