internal import EventStream

/// Reads the fields of an exported object. One that isn't there is `nil`; one that is there must be what it should be: what is
/// passed over in silence is half an import.
struct ExportedFields {
  private let value: LogValue

  init(_ value: LogValue) { self.value = value }

  func text(_ name: String) throws(EventLogError) -> String? {
    guard let found = value[name] else { return nil }
    guard case .string(let text) = found else { throw Self.wrong(name, "a text", found) }
    return text
  }

  /// A name, which is shown in lines with other things: there is something of it, and all of that can be seen.
  func name(_ name: String) throws(EventLogError) -> String? {
    guard let text = try text(name) else { return nil }
    guard !text.isEmpty, !text.unicodeScalars.contains(where: \.isHidden) else {
      throw Self.wrong(name, "a name, and have no control characters", .string(text))
    }
    return text
  }

  func flag(_ name: String) throws(EventLogError) -> Bool {
    guard let found = value[name] else { return false }
    guard case .bool(let flag) = found else { throw Self.wrong(name, "true or false", found) }
    return flag
  }

  func number<Number: FixedWidthInteger>(
    _ name: String, in range: ClosedRange<Number> = .min ... .max
  ) throws(EventLogError) -> Number? {
    guard let found = value[name] else { return nil }
    guard case .integer(let whole) = found, let number = Number(exactly: whole), range.contains(number) else {
      throw Self.wrong(name, "a whole number from \(range.lowerBound) to \(range.upperBound)", found)
    }
    return number
  }

  func id(_ name: String) throws(EventLogError) -> EventID? {
    guard let text = try text(name) else { return nil }
    guard let id = EventID(text) else { throw Self.wrong(name, "an id such as 3.127", .string(text)) }
    return id
  }

  func time(_ name: String) throws(EventLogError) -> Timestamp? {
    guard let text = try text(name) else { return nil }
    guard let time = Timestamp(text: text) else {
      throw Self.wrong(
        name, "a moment between the years 1678 and 2262, such as 2026-11-21T17:00:00.123456789Z", .string(text))
    }
    return time
  }

  func items(_ name: String) throws(EventLogError) -> [LogValue] {
    guard let found = value[name] else { return [] }
    guard case .array(let items) = found else { throw Self.wrong(name, "a list", found) }
    return items
  }

  private static func wrong(_ name: String, _ expected: String, _ found: LogValue) -> EventLogError {
    .notReadable(reason: "“\(name)” should be \(expected), and is \(found.excerpt)")
  }
}

extension LogValue {
  /// The beginning of the value, for a message.
  var excerpt: String {
    let text = json
    return text.count > 200 ? text.prefix(200) + "…" : text
  }
}
