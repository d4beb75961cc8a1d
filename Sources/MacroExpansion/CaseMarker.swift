internal import SwiftDiagnostics
package import SwiftSyntax
package import SwiftSyntaxMacros

/// A macro that marks a case of an `@Event` enum: read by `@Event`, writes nothing itself. Only where it stands is checked.
package protocol CaseMarker: PeerMacro {
  /// What to say of one that stands elsewhere.
  static var misplaced: Complaint { get }
}

extension CaseMarker {
  package static func expansion(
    of attribute: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let parent = context.lexicalContext.first?.as(EnumDeclSyntax.self)
    if !declaration.is(EnumCaseDeclSyntax.self) || parent?.attributes.named("Event").isEmpty != false {
      context.diagnose(Diagnostic(node: attribute, message: misplaced))
    }
    return []
  }
}

/// `@Answered(by:)`.
package struct AnsweredExpansion: CaseMarker {
  package static var misplaced: Complaint { .misplacedAnswered }
}

/// `@News`.
package struct NewsExpansion: CaseMarker {
  package static var misplaced: Complaint { .misplacedNews }
}
