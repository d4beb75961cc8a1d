/// What an analytics endpoint is told of one event.
public struct AnalyticsEvent: Hashable, Sendable {
  /// What happened, such as `todo completed`.
  public let name: String
  /// What is to be known of it. Whatever is put here leaves the house.
  public let properties: [String: AnalyticsValue]

  /// Describes an event.
  public init(_ name: String, _ properties: [String: AnalyticsValue] = [:]) {
    self.name = name
    self.properties = properties
  }
}

/// A property of an event.
public enum AnalyticsValue: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
  case text(String)
  case whole(Int64)
  /// Not-a-number and infinities are told as `null`: JSON has none.
  case number(Double)
  case flag(Bool)

  /// Makes a text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// Makes a whole number.
  public init(integerLiteral value: Int64) { self = .whole(value) }
  /// Makes a number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// Makes a flag.
  public init(booleanLiteral value: Bool) { self = .flag(value) }
}

extension AnalyticsValue: Encodable {
  /// Writes the bare value.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .whole(let number): try container.encode(number)
    case .number(let number): if number.isFinite { try container.encode(number) } else { try container.encodeNil() }
    case .flag(let flag): try container.encode(flag)
    }
  }
}
