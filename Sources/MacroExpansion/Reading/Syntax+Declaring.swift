internal import SwiftSyntax

extension DeclModifierListSyntax {
  /// The access that members need so as to be seen as far as their type is, with a space behind; nothing if it is internal or less.
  ///
  /// - Parameter lexicalContext: What is around the type, which takes its access from an extension around it if it states none.
  func memberAccess(in lexicalContext: [Syntax]) -> String {
    let inherited = lexicalContext.first?.as(ExtensionDeclSyntax.self)?.modifiers.access
    return (access ?? inherited).flatMap { ["public", "package"].contains($0) ? $0 + " " : nil } ?? ""
  }

  /// The access that is stated, if any is.
  private var access: String? {
    lazy.map(\.name.text).first { ["public", "package", "internal", "fileprivate", "private"].contains($0) }
  }
}

extension MemberBlockSyntax {
  /// Whether `init(from:)` or `encode(to:)` stands in the type already.
  var hasOwnCoding: Bool {
    members.contains { member in
      if let initializer = member.decl.as(InitializerDeclSyntax.self) {
        return initializer.signature.parameterClause.parameters.first?.firstName.text == "from"
      }
      guard let function = member.decl.as(FunctionDeclSyntax.self) else { return false }
      return function.name.text == "encode"
        && function.signature.parameterClause.parameters.first?.firstName.text == "to"
    }
  }

  /// Whether the type names its coding keys itself.
  var hasOwnKeys: Bool {
    members.contains { member in
      let name =
        member.decl.as(EnumDeclSyntax.self)?.name ?? member.decl.as(StructDeclSyntax.self)?.name
        ?? member.decl.as(TypeAliasDeclSyntax.self)?.name
      return name?.nameText == "CodingKeys"
    }
  }
}

extension IfConfigDeclSyntax {
  /// Whether any branch declares something of a kind in the type around it.
  func declares(_ isMeant: (DeclSyntax) -> Bool) -> Bool {
    clauses.contains { clause in
      clause.elements?.as(MemberBlockItemListSyntax.self)?.contains { member in
        isMeant(member.decl) || member.decl.as(IfConfigDeclSyntax.self)?.declares(isMeant) == true
      } ?? false
    }
  }
}
