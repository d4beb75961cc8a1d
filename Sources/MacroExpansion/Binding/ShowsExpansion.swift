internal import SwiftDiagnostics
package import SwiftSyntax
internal import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// `@Shows`: reads a cell and writes what makes it show models of several types.
///
/// Both roles read the same declaration; only the member role complains, so that each mistake is reported once.
package struct ShowsExpansion: MemberMacro, ExtensionMacro {
  package static func expansion(
    of attribute: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    var reader = CellReader(attribute: attribute, lexicalContext: context.lexicalContext)
    let cell = reader.read(declaration)
    reader.diagnostics.forEach(context.diagnose)
    return cell?.members ?? []
  }

  package static func expansion(
    of attribute: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    var reader = CellReader(attribute: attribute, lexicalContext: context.lexicalContext)
    guard reader.read(declaration) != nil, !protocols.isEmpty else { return [] }
    return [try ExtensionDeclSyntax("extension \(type.trimmed): GhostBinding.MixedViewType {}")]
  }
}
