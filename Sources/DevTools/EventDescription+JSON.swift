internal import EventLog

extension EventDescription {
  /// What events carry, as JSON, whether or not this program knows their types.
  static let json = EventDescription { record in
    do { return try record.payload.value().readable } catch { return "can’t be read: \(error)" }
  }
}

extension LogValue {
  /// The value as JSON in one line, for people.
  var readable: String { forPeople.json }

  /// The value with text where JSON has no notation, and without the names that only machines need.
  fileprivate var forPeople: LogValue {
    switch self {
    case .double(let number) where !number.isFinite: .string("\(number)")
    case .float(let number): number.isFinite ? .double(Double("\(number)") ?? Double(number)) : .string("\(number)")
    case .data(let bytes): .string("\(bytes.count) bytes")
    case .date(let seconds): .string("2001-01-01 + \(seconds) s")
    case .decimal(let digits): .string(digits)
    case .uuid(let bytes): .string(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    case .withheld: .string("•••")
    case .array(let values): .array(values.map(\.forPeople))
    // What a case carries without a name is coded under this one.
    case .object(let fields) where fields.count == 1 && fields[0].name == "_0": fields[0].value.forPeople
    case .object(let fields): .object(fields.map { LogField($0.name, $0.value.forPeople) })
    case .null, .bool, .integer, .large, .double, .string: self
    }
  }
}
