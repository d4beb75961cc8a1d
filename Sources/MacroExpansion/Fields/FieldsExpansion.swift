package import SwiftSyntax
internal import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// `@FieldCodable`: reads a struct and writes how its fields are written and read.
package struct FieldsExpansion: ExtensionMacro {
  package static func expansion(
    of attribute: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    var reader = FieldReader(attribute: attribute, lexicalContext: context.lexicalContext)
    let fields = reader.read(declaration)
    reader.diagnostics.forEach(context.diagnose)
    let access = declaration.modifiers.memberAccess(in: context.lexicalContext)
    return switch fields {
    case .each(let fields): [try byFields(fields, type, access)]
    case .byRawValue: [try ExtensionDeclSyntax("nonisolated extension \(type.trimmed): EventStream.FieldCodable {}")]
    case .byCodable: [try byCodable(type, access)]
    case nil: []
    }
  }

  private static func byCodable(_ type: some TypeSyntaxProtocol, _ access: String) throws -> ExtensionDeclSyntax {
    try ExtensionDeclSyntax(
      """
      nonisolated extension \(type.trimmed): EventStream.FieldCodable {
        \(raw: access)func write(to writer: inout some EventStream.FieldWriter) throws {
          try writer.write(encoding: self)
        }
        \(raw: access)init(
          reading reader: inout some EventStream.FieldReader
        ) throws(EventStream.FieldMismatch) {
          self = try reader.decoded()
        }
      }
      """)
  }

  private static func byFields(
    _ fields: [DeclaredField], _ type: some TypeSyntaxProtocol, _ access: String
  ) throws -> ExtensionDeclSyntax {
    let binding = fields.isEmpty ? "let" : "var"
    let writing = fields.enumerated().map { "try writer.field(\($0), self.\($1.storage), of: &object)" }
    let reading = fields.enumerated().map {
      "self.\($1.storage) = try reader.\($1.isOptional ? "optionalField" : "field")(\($0), of: &object)"
    }
    // By the keys themselves: an extension may give them other names, and `Codable` writes these.
    let names = fields.map { "CodingKeys.\($0.key).stringValue" }.joined(separator: ", ")
    return try ExtensionDeclSyntax(
      """
      nonisolated extension \(type.trimmed): EventStream.FieldCodable {
        private static let fieldNames = EventStream.FieldNames(\(raw: names))
        \(raw: access)func write(to writer: inout some EventStream.FieldWriter) throws {
          \(raw: binding) object = writer.beginObject(Self.fieldNames)
          \(raw: writing.joined(separator: "\n"))
          writer.endObject(object)
        }
        \(raw: access)init(
          reading reader: inout some EventStream.FieldReader
        ) throws(EventStream.FieldMismatch) {
          \(raw: binding) object = try reader.beginObject(Self.fieldNames)
          \(raw: reading.joined(separator: "\n"))
          try reader.endObject(object)
        }
      }
      """)
  }
}
