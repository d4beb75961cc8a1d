internal import MacroExpansion
internal import SwiftCompilerPlugin
internal import SwiftSyntax
internal import SwiftSyntaxMacros

@main
struct Plugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    EventMacro.self, AnsweredMacro.self, NewsMacro.self, ShowsMacro.self, FieldCodableMacro.self,
  ]
}

// The compiler finds a macro by this module's name. What it does lies in `MacroExpansion`, an ordinary library: a test that links a
// compiler plugin would have everything the tests need built twice, for this machine as a host and as a target.

struct EventMacro: TypeMacro { typealias Expansion = EventExpansion }
struct ShowsMacro: TypeMacro { typealias Expansion = ShowsExpansion }
struct AnsweredMacro: MarkerMacro { typealias Expansion = AnsweredExpansion }
struct NewsMacro: MarkerMacro { typealias Expansion = NewsExpansion }

struct FieldCodableMacro: ExtendingMacro { typealias Expansion = FieldsExpansion }

/// A macro that writes an extension of a type.
protocol ExtendingMacro: ExtensionMacro {
  associatedtype Expansion: ExtensionMacro
}

extension ExtendingMacro {
  static func expansion(
    of attribute: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    try Expansion.expansion(
      of: attribute, attachedTo: declaration, providingExtensionsOf: type, conformingTo: protocols, in: context)
  }
}

/// A macro that writes members of a type too.
protocol TypeMacro: ExtendingMacro, MemberMacro where Expansion: MemberMacro {}

extension TypeMacro {
  static func expansion(
    of attribute: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    try Expansion.expansion(
      of: attribute, providingMembersOf: declaration, conformingTo: protocols, in: context)
  }
}

/// A macro that marks a declaration for another to read.
protocol MarkerMacro: PeerMacro {
  associatedtype Expansion: PeerMacro
}

extension MarkerMacro {
  static func expansion(
    of attribute: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    try Expansion.expansion(of: attribute, providingPeersOf: declaration, in: context)
  }
}
