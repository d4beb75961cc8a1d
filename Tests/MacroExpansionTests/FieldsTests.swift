internal import Testing

@testable internal import MacroExpansion

@Suite("What @FieldCodable becomes and complains of")
struct FieldsTests {
  @Test("a struct: stored properties in their order, and nothing else")
  func structure() {
    let expansion = Expansion(
      of: """
        @FieldCodable
        public struct Todo: Codable {
          public var id: Int
          @Private var secret = ""
          var `case`: String?, plain = 1
          let due: Date
          var isLate: Bool { due < .now }
          var observed = 1 { didSet { print("changed") } }
          static let none = 1
        }
        """)
    #expect(expansion.said.isEmpty)
    #expect(
      expansion.text.hasSuffix(
        """
        nonisolated extension Todo: EventStream.FieldCodable {
          private static let fieldNames = EventStream.FieldNames(CodingKeys.id.stringValue, CodingKeys.secret.stringValue, CodingKeys.`case`.stringValue, CodingKeys.plain.stringValue, CodingKeys.due.stringValue, CodingKeys.observed.stringValue)
          public func write(to writer: inout some EventStream.FieldWriter) throws {
            var object = writer.beginObject(Self.fieldNames)
            try writer.field(0, self.id, of: &object)
            try writer.field(1, self._secret, of: &object)
            try writer.field(2, self.`case`, of: &object)
            try writer.field(3, self.plain, of: &object)
            try writer.field(4, self.due, of: &object)
            try writer.field(5, self.observed, of: &object)
            writer.endObject(object)
          }
          public init(
            reading reader: inout some EventStream.FieldReader
          ) throws(EventStream.FieldMismatch) {
            var object = try reader.beginObject(Self.fieldNames)
            self.id = try reader.field(0, of: &object)
            self._secret = try reader.field(1, of: &object)
            self.`case` = try reader.optionalField(2, of: &object)
            self.plain = try reader.field(3, of: &object)
            self.due = try reader.field(4, of: &object)
            self.observed = try reader.field(5, of: &object)
            try reader.endObject(object)
          }
        }
        """))
  }

  @Test("attributes that are no property wrappers")
  func attributes() {
    let expansion = Expansion(
      of: """
        @FieldCodable
        public struct Todo: Codable {
          @usableFromInline var id: Int
          @available(*, deprecated) @usableFromInline var old: String?
          @available(*, deprecated) @Private var secret = ""
          #if DEBUG
            var isOdd: Bool { id % 2 == 1 }
            static let none = Todo()
          #endif
        }
        """)
    #expect(expansion.said.isEmpty)
    for line in [
      "try writer.field(0, self.id, of: &object)", "try writer.field(1, self.old, of: &object)",
      "self.old = try reader.optionalField(1, of: &object)", "try writer.field(2, self._secret, of: &object)",
    ] { #expect(expansion.text.contains(line)) }
  }

  @Test("an enum with raw values, which does it all by them")
  func rawValues() {
    let expansion = Expansion(of: "@FieldCodable\nenum Colour: String, Codable { case red, green }")
    #expect(expansion.said.isEmpty)
    #expect(expansion.text.hasSuffix("nonisolated extension Colour: EventStream.FieldCodable {\n}"))
  }

  @Test(
    "a struct that is coded by its raw value",
    arguments: [
      "struct TodoID: RawRepresentable, Codable { var rawValue: Int }",
      "struct Days: OptionSet, Codable { let rawValue: UInt8; static let none = Days() }",
      "struct Name: Codable, Swift.RawRepresentable { let text: String; var rawValue: String { text } }",
    ])
  func rawStructs(source: String) {
    let expansion = Expansion(of: "@FieldCodable\n" + source)
    #expect(expansion.said.isEmpty)
    #expect(expansion.text.hasSuffix(": EventStream.FieldCodable {\n}"))
  }

  @Test(
    "a struct of which nobody can tell whether it is coded by its raw value",
    arguments: [
      "public struct TodoID: Codable { public var rawValue: Int }",
      "public struct TodoID: RawRepresentable, Codable { public var rawValue: UUID }",
      "public struct TodoID: RawRepresentable, Codable { public var rawValue: RawValue }",
    ])
  func unclearRawStructs(source: String) {
    let expansion = Expansion(of: "@FieldCodable\n" + source)
    #expect(expansion.said.isEmpty)
    #expect(
      expansion.text.hasSuffix(
        """
        nonisolated extension TodoID: EventStream.FieldCodable {
          public func write(to writer: inout some EventStream.FieldWriter) throws {
            try writer.write(encoding: self)
          }
          public init(
            reading reader: inout some EventStream.FieldReader
          ) throws(EventStream.FieldMismatch) {
            self = try reader.decoded()
          }
        }
        """))
  }

  @Test("a static property is no raw value")
  func staticRawValue() {
    let expansion = Expansion(of: "@FieldCodable struct Todo: Codable { var id: Int; static let rawValue = 1 }")
    #expect(expansion.text.contains("FieldNames(CodingKeys.id.stringValue)"))
  }

  @Test("a struct inside a generic type is refused, an enum with raw values isn't")
  func insideGeneric() {
    let structure = Expansion(of: "struct Page<Row> { @FieldCodable struct Todo: Codable { var id: Int } }")
    let message = "fields of a generic type are as different as its arguments; let 'Todo' be coded by 'Codable' alone"
    #expect(structure.said == [Said(at: "Todo", message: message)])
    #expect(!structure.text.contains("extension"))
    let colour = Expansion(of: "struct Page<Row> { @FieldCodable enum Colour: String, Codable { case red } }")
    #expect(colour.said.isEmpty)
  }

  @Test("a private type inside another is refused, for its extension couldn't see it")
  func hidden() {
    let expansion = Expansion(of: "struct Page { @FieldCodable private struct Todo: Codable { var id: Int } }")
    #expect(expansion.said == [Said(at: "Todo", .hiddenType("Todo", attribute: "@FieldCodable"))])
    #expect(Expansion(of: "@FieldCodable private struct Todo: Codable { var id: Int }").said.isEmpty)
    let colour = Expansion(of: "struct Page { @FieldCodable private enum Colour: String, Codable { case red } }")
    #expect(colour.said == [Said(at: "Colour", .hiddenType("Colour", attribute: "@FieldCodable"))])
    #expect(!colour.text.contains("extension"))
  }

  @Test("a type inside a private one is refused, unless that is the outermost")
  func insideHidden() {
    let todo = "enum Parts { @FieldCodable struct Todo: Codable { var id: Int } }"
    let expansion = Expansion(of: "struct Page { private \(todo) }")
    #expect(
      expansion.said == [Said(at: "Todo", .hiddenType("Parts", attribute: "@FieldCodable"))])
    for source in ["private \(todo)", "struct Page { fileprivate \(todo) }", "private extension Page { \(todo) }"] {
      #expect(Expansion(of: source).said.isEmpty, "\(source)")
    }
  }

  @Test("names in backticks may have quotes in them")
  func quotes() {
    let text = Expansion(of: #"@FieldCodable struct Todo: Codable { var `a "b"`: Int }"#).text
    #expect(text.contains(#"FieldNames(CodingKeys.`a "b"`.stringValue)"#))
  }

  @Test("helpers that have the labels of coding")
  func helpers() {
    let expansion = Expansion(
      of: "@FieldCodable struct Todo: Codable { var id: Int; init(from r: Row) {}; func encode(to r: inout Row) {} }")
    #expect(expansion.said.isEmpty)
    #expect(expansion.text.contains("try writer.field(0, self.id, of: &object)"))
  }

  @Test(
    "says what it can't do",
    arguments: [
      ("final class Todo: Codable {}", "'@FieldCodable' belongs on a struct, or on an enum with raw values"),
      (
        "struct Page<Row: Codable>: Codable {}",
        "fields of a generic type are as different as its arguments; let 'Page' be coded by 'Codable' alone"
      ),
      (
        "struct Todo: Codable { enum CodingKeys: String, CodingKey { case id = \"number\" }\n var id: Int }",
        "'@FieldCodable' writes what 'Codable' writes by itself, and 'Todo' says how it is coded; leave one of the two away"
      ),
      (
        "struct Todo: Codable { var id: Int\n func encode(to encoder: any Encoder) throws {} }",
        "'@FieldCodable' writes what 'Codable' writes by itself, and 'Todo' says how it is coded; leave one of the two away"
      ),
      (
        "struct Todo: Codable { let id = 1 }",
        "'Codable' doesn't read a constant that has its value already; make 'id' a 'var', 'static', or computed"
      ),
      ("struct Todo: Codable { var (a, b) = (1, 2) }", "write each property by itself, with a name of its own"),
      (
        "enum Either: Codable { case left(Int), right }",
        "'@FieldCodable' is for enums with raw values; let 'Either' be coded by 'Codable' alone"
      ),
      (
        "enum Side: Codable, Sendable { case left, right }",
        "'@FieldCodable' is for enums with raw values; let 'Side' be coded by 'Codable' alone"
      ),
      (
        "struct Todo: Codable {\n var id: Int\n #if DEBUG\n var note = \"\"\n #endif\n}",
        "'@FieldCodable' cannot see into '#if'; declare these properties always, or let 'Codable' alone code the struct"
      ),
    ])
  func complaints(source: String, message: String) {
    let expansion = Expansion(of: "@FieldCodable\n" + source)
    #expect(expansion.said.map(\.message) == [message])
    #expect(!expansion.text.contains("extension"))
  }
}
