internal import SwiftDiagnostics
internal import SwiftSyntax

/// Reads an `@Event` enum, and collects a complaint for each mistake.
struct EventReader {
  let attribute: AttributeSyntax
  let lexicalContext: [Syntax]
  private(set) var diagnostics: [Diagnostic] = []

  init(attribute: AttributeSyntax, lexicalContext: [Syntax]) {
    self.attribute = attribute
    self.lexicalContext = lexicalContext
  }

  /// The event, or nil if nothing written for it would compile.
  mutating func read(_ declaration: some DeclGroupSyntax) -> DeclaredEvent? {
    guard let declaration = declaration.as(EnumDeclSyntax.self) else {
      complain(.notAnEnum, at: attribute)
      return nil
    }
    // The compiler complains of a type inside a function itself.
    guard !lexicalContext.contains(where: \.isBody) else { return nil }
    let name = declaration.name.text
    if let generics = declaration.genericParameterClause {
      complain(.genericEnum(name), at: generics)
      return nil
    }
    if let outer = lexicalContext.lazy.compactMap(\.genericTypeName).first {
      complain(.insideGeneric(name, outer: outer), at: declaration.name)
      return nil
    }
    if let hidden = declaration.modifiers.hiddenType(at: name, in: lexicalContext) {
      complain(.hiddenType(hidden, attribute: "@Event"), at: declaration.name)
      return nil
    }
    var reader = CaseReader(event: declaration, enclosing: lexicalContext.reversed().compactMap(\.typeName))
    reader.read()
    diagnostics += reader.diagnostics
    let members = declaration.memberBlock
    if members.hasOwnDecoding != members.hasOwnEncoding { complain(.halfCoding(name), at: declaration.name) }
    guard !reader.clashesWithTypeMembers else { return nil }
    return DeclaredEvent(
      name: name, stableName: stableName(of: declaration), reach: reach,
      access: declaration.modifiers.memberAccess(in: lexicalContext),
      cases: reader.cases, isComplete: reader.isComplete, hasOwnCoding: members.hasOwnCoding)
  }

  private mutating func stableName(of declaration: EnumDeclSyntax) -> String {
    let typeName = declaration.name.nameText.literal
    guard let given = attribute.argument("name"), !given.is(NilLiteralExprSyntax.self) else { return typeName }
    guard let text = given.as(StringLiteralExprSyntax.self)?.onlySegment, !text.isEmpty else {
      complain(.nameNotLiteral, at: given)
      return typeName
    }
    return given.trimmedDescription
  }

  private var reach: String? { attribute.argument("reach")?.trimmedDescription }

  private mutating func complain(_ complaint: Complaint, at node: some SyntaxProtocol) {
    diagnostics.append(Diagnostic(node: node, message: complaint))
  }
}

extension StringLiteralExprSyntax {
  /// The text between the quotes, if nothing is interpolated in it.
  fileprivate var onlySegment: String? {
    segments.count == 1 ? segments.first?.as(StringSegmentSyntax.self)?.content.text : nil
  }
}
