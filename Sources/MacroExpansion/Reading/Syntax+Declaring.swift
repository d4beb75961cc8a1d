internal import SwiftSyntax

extension DeclModifierListSyntax {
  /// The access that members need so as to be seen as far as their type is, with a space behind; nothing if it is internal or less.
  ///
  /// - Parameter lexicalContext: What is around the type, which takes its access from an extension around it if it states none.
  func memberAccess(in lexicalContext: [Syntax]) -> String {
    let inherited = lexicalContext.first?.as(ExtensionDeclSyntax.self)?.modifiers.access
    return (access ?? inherited).flatMap { ["public", "package"].contains($0) ? $0 + " " : nil } ?? ""
  }

  /// The type that extensions of this one don't see, since they stand outside of what it is private in: itself, or one around it.
  ///
  /// - Parameter name: This type's.
  func hiddenType(at name: String, in lexicalContext: [Syntax]) -> String? {
    if access == "private", !lexicalContext.isEmpty { return name }
    // What is private and in nothing else is seen in all of its file.
    return lexicalContext.dropLast().first {
      $0.asProtocol((any DeclGroupSyntax).self)?.modifiers.access == "private"
    }?.typeName
  }

  /// The access that is stated, if any is.
  private var access: String? {
    lazy.map(\.name.text).first { ["public", "package", "internal", "fileprivate", "private"].contains($0) }
  }
}

extension MemberBlockSyntax {
  /// Whether `init(from:)` or `encode(to:)` stands in the type already.
  var hasOwnCoding: Bool { hasOwnDecoding || hasOwnEncoding }

  /// Whether `init(from:)` stands in the type already.
  var hasOwnDecoding: Bool {
    members.contains { member in
      member.decl.as(InitializerDeclSyntax.self)?.signature.takesOnly("Decoder", label: "from") == true
    }
  }

  /// Whether `encode(to:)` stands in the type already.
  var hasOwnEncoding: Bool {
    members.contains { member in
      guard let function = member.decl.as(FunctionDeclSyntax.self), function.name.text == "encode" else { return false }
      return function.signature.takesOnly("Encoder", label: "to")
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

extension FunctionSignatureSyntax {
  /// Whether there is one parameter, with this label and of this standard protocol: a helper may have the label too.
  fileprivate func takesOnly(_ name: String, label: String) -> Bool {
    let parameters = parameterClause.parameters
    guard parameters.count == 1, let parameter = parameters.first else { return false }
    return parameter.firstName.text == label && parameter.type.isStandard(name)
  }
}

extension TypeSyntax {
  /// Whether this is the protocol of the standard library with a name, however it is spelt.
  fileprivate func isStandard(_ name: String) -> Bool {
    let type = withoutParentheses
    if let attributed = type.as(AttributedTypeSyntax.self) {
      let isInout = attributed.specifiers.contains { $0.trimmedDescription == "inout" }
      return !isInout && attributed.baseType.isStandard(name)
    }
    if let constrained = type.as(SomeOrAnyTypeSyntax.self) { return constrained.constraint.isStandard(name) }
    return [name, "Swift." + name].contains(type.trimmedDescription)
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
