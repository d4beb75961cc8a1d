extension Unicode.Scalar {
  /// Whether it is none that one sees: a control, the end of a line, or one that turns the direction of what follows. Joiners
  /// aren't among them, for words and emoji are written with them.
  package var isHidden: Bool {
    if value < 0x7F { return value < 0x20 }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    case .format: return value != 0x200C && value != 0x200D
    default: return false
    }
  }

  /// The scalar as JSON writes one that isn't to stand for itself.
  package var escaped: String {
    switch self {
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    default: String(self).utf16.map(Self.escape).joined()
    }
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension String {
  /// The text for a terminal: in it nothing that a log or an event has can command, pass for another line, or turn other text around.
  ///
  /// - Parameter kept: A scalar that may stand for itself.
  package func escapingHidden(but kept: Unicode.Scalar? = nil) -> String {
    guard unicodeScalars.contains(where: { $0.isHidden && $0 != kept }) else { return self }
    return unicodeScalars.map { $0.isHidden && $0 != kept ? $0.escaped : String($0) }.joined()
  }
}
