/// Marks a field whose value never reaches the log's disk.
///
/// ```swift
/// struct SignIn: Equatable, Codable {
///   var name: String
///   @Private var password: String
/// }
/// ```
///
/// Everything else codes it like the value alone: JSON has `{"name":"ann","password":"…"}`. A log writes that something
/// was withheld, and who reads it back finds ``Withheld/withheld`` in its place. Printed, it is `private`.
@propertyWrapper
public struct Private<Value: Withheld> {
  /// The value.
  public var wrappedValue: Value

  /// Marks a value as private.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// What may be marked ``Private``: it has a value that stands in for one that was withheld.
public protocol Withheld: Codable {
  /// What is found where a value was withheld.
  static var withheld: Self { get }
}

extension String: Withheld {
  /// The empty string.
  public static var withheld: String { "" }
}

extension Array: Withheld where Element: Codable {
  /// The empty array.
  public static var withheld: [Element] { [] }
}

extension Optional: Withheld where Wrapped: Codable {
  /// `nil`.
  public static var withheld: Wrapped? { nil }
}

extension Private: Sendable where Value: Sendable {}
extension Private: Equatable where Value: Equatable {}
extension Private: Hashable where Value: Hashable {}

extension Private: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always `private`.
  public var description: String { "private" }
  /// Always `private`.
  public var debugDescription: String { description }
  /// Shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension CodingUserInfoKey {
  /// Set for encoders and decoders of other modules that keep values: private ones don't get in, and aren't looked for.
  package static let withholdsPrivate = CodingUserInfoKey(rawValue: "ghostlight.withholdsPrivate")
}

/// An encoder for what is kept: private values don't get into it.
package protocol WithholdingEncoder: Encoder {
  /// Writes that there was a value, in place of the value.
  func withhold()
}

/// A decoder of what such an encoder wrote.
package protocol WithholdingDecoder: Decoder {
  /// Whether a value was withheld here.
  var isWithheld: Bool { get }
}

extension Private: Codable {
  /// Codes the value as itself, except into a log.
  ///
  /// - Throws: What the value throws.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? any WithholdingEncoder { return encoder.withhold() }
    var container = encoder.singleValueContainer()
    // Something must stand there: a nil would be taken for a field that is missing.
    if Self.withholds(encoder.userInfo) { return try container.encode("private") }
    try container.encode(wrappedValue)
  }

  private static func withholds(_ info: [CodingUserInfoKey: Any]) -> Bool {
    CodingUserInfoKey.withholdsPrivate.map { info[$0] as? Bool == true } ?? false
  }

  /// Reads the value, or finds ``Withheld/withheld`` where there was one.
  ///
  /// - Throws: What the value throws.
  public init(from decoder: any Decoder) throws {
    let isWithheld = (decoder as? any WithholdingDecoder)?.isWithheld ?? Self.withholds(decoder.userInfo)
    if isWithheld {
      wrappedValue = .withheld
    } else {
      wrappedValue = try decoder.singleValueContainer().decode(Value.self)
    }
  }
}

extension KeyedDecodingContainer {
  /// An optional private field may be missing, as any optional field may.
  ///
  /// - Throws: What the value throws, if there is one.
  public func decode<Wrapped>(
    _ type: Private<Wrapped?>.Type, forKey key: Key
  ) throws -> Private<Wrapped?> where Wrapped: Codable {
    try decodeIfPresent(type, forKey: key) ?? Private(wrappedValue: nil)
  }
}
