/// A value that can stand in a path.
public protocol RouteParameter: Sendable {
  /// Reads the value from one segment of a path; `nil` if the segment isn't one.
  init?(route: Substring)
}

extension Int: RouteParameter {
  public init?(route: Substring) { self.init(route) }
}

extension Int64: RouteParameter {
  public init?(route: Substring) { self.init(route) }
}

extension String: RouteParameter {
  /// Reads the segment as it was before it was escaped for the path: `a%20b` as `a b`.
  public init?(route: Substring) {
    var bytes: [UInt8] = []
    var rest = route.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    self.init(validating: bytes, as: UTF8.self)
  }
}

/// A path pattern and the screen that it leads to: `"/todos/:id" ~> TodoDetailController.init(id:)`.
public struct Route: Sendable {
  /// The pattern: segments apart by `/`, those that start with `:` stand for a value.
  public let pattern: String
  let segments: [Substring]
  /// How many values the screen takes.
  let arity: Int
  let make: @Sendable ([Substring]) -> Controller?

  init(_ pattern: String, arity: Int, _ make: @escaping @Sendable ([Substring]) -> Controller?) {
    self.pattern = pattern
    self.arity = arity
    self.make = make
    segments = pattern.split(separator: "/")
  }

  /// How many values the pattern gives.
  var placeholders: Int { segments.count { $0.hasPrefix(":") } }

  func controller(at parts: [Substring]) -> Controller? {
    guard parts.count == segments.count else { return nil }
    var values: [Substring] = []
    for (segment, part) in zip(segments, parts) {
      if segment.hasPrefix(":") { values.append(part) } else if segment != part { return nil }
    }
    return make(values)
  }
}

/// Leads a path to a screen that takes the values of its placeholders, in order.
///
/// A value that can't be read makes the path lead nowhere.
public func ~> <each Value: RouteParameter, Screen: Controller>(
  pattern: String, screen: @escaping @Sendable (repeat each Value) -> Screen
) -> Route {
  var arity = 0
  for _ in repeat (each Value).self { arity += 1 }
  return Route(pattern, arity: arity) { values in
    var rest = values[...]
    do { return screen(repeat try next((each Value).self, &rest)) } catch { return nil }
  }
}

private struct NoMatch: Error {}

private func next<Value: RouteParameter>(_ type: Value.Type, _ rest: inout ArraySlice<Substring>) throws -> Value {
  guard let segment = rest.popFirst(), let value = Value(route: segment) else { throw NoMatch() }
  return value
}
