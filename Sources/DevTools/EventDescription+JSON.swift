internal import EventLog

extension EventDescription {
  /// What events carry, as JSON, whether or not this program knows their types.
  static let json = EventDescription { record in
    do { return try record.payload.value().readable } catch { return "can’t be read: \(error)" }
  }
}

extension LogValue {
  /// The value as JSON in one line, for people: what JSON doesn't have is written as text.
  var readable: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let flag): text += flag ? "true" : "false"
    case .integer(let number): text += "\(number)"
    case .large(let number): text += "\(number)"
    case .double(let number): text += number.isFinite ? "\(number)" : "\"\(number)\""
    case .float(let number): text += number.isFinite ? "\(number)" : "\"\(number)\""
    case .string(let string): Self.quote(string, to: &text)
    case .data(let bytes): text += "\"\(bytes.count) bytes\""
    case .date(let seconds): text += "\"2001-01-01 + \(seconds) s\""
    case .decimal(let digits): text += digits
    case .uuid(let bytes): text += "\"" + bytes.map { String($0, radix: 16) }.joined() + "\""
    case .withheld: text += "\"•••\""
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    // What a case carries without a name is coded under this one.
    case .object(let fields) where fields.count == 1 && fields[0].name == "_0": fields[0].value.write(to: &text)
    case .object(let fields):
      text += "{"
      for (index, field) in fields.enumerated() {
        if index > 0 { text += "," }
        Self.quote(field.name, to: &text)
        text += ":"
        field.value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func quote(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20: text += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
