/// A value that can stand in a path.
public protocol RouteParameter: Sendable {
  /// Reads the value from one segment of a path; `nil` if the segment isn't one.
  init?(route: Substring)
  /// The value as one segment of a path, escaped as need be.
  var route: String { get }
}

extension Int: RouteParameter {
  /// Reads a number in decimal digits.
  public init?(route: Substring) { self.init(route) }
  /// The number in decimal digits.
  public var route: String { description }
}

extension Int64: RouteParameter {
  /// Reads a number in decimal digits.
  public init?(route: Substring) { self.init(route) }
  /// The number in decimal digits.
  public var route: String { description }
}

/// An enum with a raw value needs only to be declared a parameter: `enum Filter: String, RouteParameter`.
extension RouteParameter where Self: RawRepresentable, RawValue: RouteParameter {
  /// Reads the raw value.
  public init?(route: Substring) {
    guard let value = RawValue(route: route) else { return nil }
    self.init(rawValue: value)
  }
  /// The raw value as a segment.
  public var route: String { rawValue.route }
}

/// Any text but the empty one, `.` and `..`, which browsers take out of paths.
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
      // `+f` is a number too, but no two digits.
      guard digits.count == 2, digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-"),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    self.init(validating: bytes, as: UTF8.self)
  }

  /// The text as a segment: what isn't a letter or digit of ASCII or one of `-._~` as `%` and two digits.
  public var route: String { escaped(self[...], keeping: isUnreserved) }
}
