internal import Foundation

/// Values as JSON and property lists can have them, both ways without loss.
///
/// What a form has no notation for is an object with one field whose name begins with `$`: `{"$data": "…"}`. Names of fields
/// that begin so by themselves get another `$`; in a property list, so does the one that means something to Foundation.
enum PortableForm {
  case json
  /// Knows no null, and may take a number that is whole for a whole number.
  case propertyList
}

extension LogValue {
  /// The value, of what the form knows.
  func portable(_ form: PortableForm) -> LogValue {
    switch self {
    case .null: form == .json ? .null : marked("nothing", .bool(true))
    case .bool, .string: self
    case .integer(let value):
      form == .json || Int64(exactly: value) != nil ? self : marked("integer", .string(String(value)))
    case .large(let value): form == .json ? self : marked("integer", .string(String(value)))
    case .double(let value):
      if value.isFinite, form == .json || value.rounded() != value {
        self
      } else {
        marked("double", .string(value.description))
      }
    case .float(let value): marked("float", .string(value.description))
    case .data(let bytes): marked("data", .string(Data(bytes).base64EncodedString()))
    case .date(let seconds): marked("date", .string(PortableDate.text(seconds)))
    case .decimal(let digits): marked("decimal", .string(digits))
    case .uuid(let bytes): marked("uuid", .string(PortableUUID.text(bytes)))
    case .withheld: marked("private", .bool(true))
    case .array(let items): .array(items.map { $0.portable(form) })
    case .object(let fields):
      .object(fields.map { LogField(Self.portable($0.name, form), $0.value.portable(form)) })
    }
  }

  /// What has this one field is read as a reference into a keyed archive.
  private static let reference = "CF$UID"

  private static func portable(_ name: String, _ form: PortableForm) -> String {
    name.hasPrefix("$") || form == .propertyList && name == reference ? "$" + name : name
  }

  private static func restored(_ name: String) -> String {
    name.hasPrefix("$$") || name == "$" + reference ? String(name.dropFirst()) : name
  }

  private func marked(_ kind: String, _ value: LogValue) -> LogValue { .object([LogField("$" + kind, value)]) }

  /// The value that ``portable(_:)`` was made of.
  ///
  /// - Throws: `ByteReader.Malformed`, if a mark isn't known or what it marks isn't of its kind.
  func restored() throws -> LogValue {
    switch self {
    case .array(let items): return .array(try items.map { try $0.restored() })
    case .object(let fields):
      if fields.count == 1, fields[0].name.hasPrefix("$"), Self.restored(fields[0].name) == fields[0].name {
        return try Self.restored(String(fields[0].name.dropFirst()), fields[0].value)
      }
      return .object(try fields.map { LogField(Self.restored($0.name), try $0.value.restored()) })
    default: return self
    }
  }

  private static func restored(_ kind: String, _ value: LogValue) throws -> LogValue {
    if kind == "nothing" { return .null }
    if kind == "private" { return .withheld }
    guard case .string(let text) = value else { throw ByteReader.Malformed(reason: "$\(kind) isn't followed by text") }
    let found: LogValue? =
      switch kind {
      case "integer": Int128(text).map { .integer($0) } ?? UInt128(text).map { .large($0) }
      case "double": Double(text).map { .double($0) }
      case "float": Float(text).map { .float($0) }
      case "data": Data(base64Encoded: text).map { .data(Array($0)) }
      case "date": PortableDate.seconds(text).map { .date($0) }
      case "decimal": .decimal(text)
      case "uuid": PortableUUID.bytes(text).map { .uuid($0) }
      default: nil
      }
    guard let found else { throw ByteReader.Malformed(reason: "$\(kind) can't be “\(text)”") }
    return found
  }
}

/// Moments as text: as a date where that loses nothing, as seconds since 2001 where it would.
enum PortableDate {
  private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  static func text(_ seconds: Double) -> String {
    guard abs(seconds) < 100_000_000_000 else { return seconds.description }
    let text = Date(timeIntervalSinceReferenceDate: seconds).formatted(style)
    return self.seconds(text) == seconds ? text : seconds.description
  }

  static func seconds(_ text: String) -> Double? {
    if let seconds = Double(text) { return seconds }
    guard let date = try? style.parse(text) else { return nil }
    return date.timeIntervalSinceReferenceDate
  }
}

enum PortableUUID {
  static func text(_ bytes: [UInt8]) -> String {
    guard bytes.count == 16 else { return "" }
    return UUID(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }).uuidString
  }

  static func bytes(_ text: String) -> [UInt8]? {
    UUID(uuidString: text).map { withUnsafeBytes(of: $0.uuid) { Array($0) } }
  }
}
