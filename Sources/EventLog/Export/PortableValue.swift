internal import Foundation

/// Values as JSON and property lists can have them, both ways without loss.
///
/// What a form has no notation for is an object with one field whose name begins with `$`: `{"$data": "…"}`. Names of fields
/// that begin so by themselves get another `$`; in a property list, so does the one that means something to Foundation, and those that
/// XML can't have are `$text:` and their bytes.
enum PortableForm {
  case json
  /// Knows no null, and may take a number that is whole for a whole number. It has only the characters that XML has.
  case propertyList
}

extension LogValue {
  /// The value, of what the form knows.
  func portable(_ form: PortableForm) -> LogValue {
    switch self {
    case .null: form == .json ? .null : marked("nothing", .bool(true))
    case .bool: self
    case .string(let text):
      form == .json || PortableText.isXML(text) ? self : marked("text", .string(PortableText.encoded(text)))
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
    if form == .propertyList, !PortableText.isXML(name) { return encodedName + PortableText.encoded(name) }
    return name.hasPrefix("$") || form == .propertyList && name == reference ? "$" + name : name
  }

  /// What stands before the bytes of a name that XML can't have.
  private static let encodedName = "$text:"

  private static func restored(_ name: String) -> String {
    if name.hasPrefix(encodedName) { return PortableText.decoded(String(name.dropFirst(encodedName.count))) ?? name }
    return name.hasPrefix("$$") || name == "$" + reference ? String(name.dropFirst()) : name
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
      case "text": PortableText.decoded(text).map { .string($0) }
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

/// Texts that XML can't have: as Base64 of their UTF-8.
enum PortableText {
  /// Whether XML 1.0 has all of it, and readers leave it as it is: of a carriage return they make a line feed.
  ///
  /// See <https://www.w3.org/TR/xml/#charsets> and <https://www.w3.org/TR/xml/#sec-line-ends>.
  static func isXML(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x09, 0x0A: true
      case ..<0x20, 0xFFFE, 0xFFFF: false
      default: true
      }
    }
  }

  static func encoded(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

  static func decoded(_ text: String) -> String? {
    Data(base64Encoded: text).flatMap { String(validating: $0, as: UTF8.self) }
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
