internal import EventStream

extension LogValue {
  /// The value as JSON, on one line.
  ///
  /// What JSON has no notation for is marked: as `{"$data": "…"}`, `$date`, `$decimal`, `$double`, `$float`, `$uuid` with what
  /// they are as text, and `{"$private": true}` for what isn't here. What can't be seen is escaped, so that it may be printed.
  public var json: String {
    var text = ""
    portable(.json).write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .large(let value): text += String(value)
    // Always with a point or an exponent, so that it is read as what it is.
    case .double(let value): text += value.description
    case .string(let value): Self.write(value, to: &text)
    case .array(let items):
      text += "["
      for (index, item) in items.enumerated() {
        if index > 0 { text += "," }
        item.write(to: &text)
      }
      text += "]"
    case .object(let fields):
      text += "{"
      for (index, field) in fields.enumerated() {
        if index > 0 { text += "," }
        Self.write(field.name, to: &text)
        text += ":"
        field.value.write(to: &text)
      }
      text += "}"
    default: text += "null"
    }
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case _ where scalar.isHidden: text += scalar.escaped
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  /// Reads a value from JSON, as ``json`` writes it.
  ///
  /// - Throws: ``EventLogError/notReadable(reason:)``, with the place where the text goes wrong.
  public init(json text: String) throws(EventLogError) {
    var parser = JSONParser(text)
    do {
      self = try parser.whole().restored()
    } catch {
      throw .notReadable(reason: ByteReader.Malformed.reason(of: error))
    }
  }
}
