package import SwiftSyntax
internal import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// `@Event`: reads an enum and writes what makes it an event.
///
/// Both roles read the same declaration; only the member role complains, so that each mistake is reported once.
package struct EventExpansion: MemberMacro, ExtensionMacro {
  package static func expansion(
    of attribute: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    var reader = EventReader(attribute: attribute, lexicalContext: context.lexicalContext)
    let event = reader.read(declaration)
    reader.diagnostics.forEach(context.diagnose)
    return event?.members ?? []
  }

  package static func expansion(
    of attribute: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    var reader = EventReader(attribute: attribute, lexicalContext: context.lexicalContext)
    // `protocols` is empty where the enum declares the conformance itself.
    guard reader.read(declaration) != nil, !protocols.isEmpty else { return [] }
    return [try ExtensionDeclSyntax("nonisolated extension \(type.trimmed): EventStream.Event {}")]
  }
}
