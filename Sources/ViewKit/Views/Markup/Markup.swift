/// Text in which some words are emphasised, code or links. It holds words, never HTML.
///
/// ```swift
/// Label(markup: ["Press ", .code("F5"), " to ", .strong("reload"), ", or ", .link("start again", to: "/")])
/// ```
public struct Markup: Sendable, Hashable, Codable, ExpressibleByArrayLiteral {
  /// A piece of text that looks one way.
  public enum Run: Sendable, Hashable, Codable {
    /// Ordinary text.
    case plain(String)
    /// Text with stress on it.
    case emphasised(String)
    /// Text that matters more than what is around it.
    case strong(String)
    /// Text of a program, or a key to press.
    case code(String)
    /// Text that leads somewhere, as a ``Link`` does: a path of a route, what is behind a `#`, or an address that begins with
    /// `https://`, `http://`, `mailto:`, `tel:` or `sms:`.
    case link(String, to: String)
  }

  /// The pieces, in order.
  public let runs: [Run]

  /// Puts pieces together.
  public init(_ runs: Run...) { self.runs = runs }

  /// Puts pieces together.
  public init(arrayLiteral runs: Run...) { self.runs = runs }

  /// The words alone.
  public var plainText: String { runs.map(\.text).joined() }

  /// Whether a link leads to what servers don't see.
  var leadsBehindHash: Bool {
    runs.contains { run in
      if case .link(_, let target) = run { Anchor.isBehindHash(target) } else { false }
    }
  }
}

extension Markup.Run: ExpressibleByStringLiteral {
  /// Ordinary text.
  public init(stringLiteral text: String) { self = .plain(text) }

  /// The words alone.
  public var text: String {
    switch self {
    case .plain(let text), .emphasised(let text), .strong(let text), .code(let text), .link(let text, _): text
    }
  }
}
