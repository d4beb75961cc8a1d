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
    var reader = FieldReader(attribute: attribute)
    let fields = reader.read(declaration)
    reader.diagnostics.forEach(context.diagnose)
    guard let fields else { return [] }
    if declaration.is(EnumDeclSyntax.self) {
      return [try ExtensionDeclSyntax("nonisolated extension \(type.trimmed): EventStream.FieldCodable {}")]
    }
    let access = declaration.modifiers.memberAccess(in: context.lexicalContext)
    let binding = fields.isEmpty ? "let" : "var"
    let writing = fields.enumerated().map { "try writer.field(\($0), self.\($1.storage), of: &object)" }
    let reading = fields.enumerated().map {
      "self.\($1.storage) = try reader.\($1.isOptional ? "optionalField" : "field")(\($0), of: &object)"
    }
    return [
      try ExtensionDeclSyntax(
        """
        nonisolated extension \(type.trimmed): EventStream.FieldCodable {
          private static let fieldNames = EventStream.FieldNames(\(raw: fields.map(\.name.literal).joined(separator: ", ")))
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
    ]
  }
}
