internal import SwiftSyntax

extension AttributeListSyntax {
  /// The attributes called `name`, with or without a module's name before it: whichever module exports them again, as `Ghostlight` does.
  func named(_ name: String) -> [AttributeSyntax] {
    compactMap { $0.as(AttributeSyntax.self) }.filter { $0.attributeName.lastName == name }
  }
}

extension TypeSyntax {
  /// The name of a type, without those of what it is in.
  fileprivate var lastName: String? {
    self.as(MemberTypeSyntax.self)?.name.text ?? self.as(IdentifierTypeSyntax.self)?.name.text
  }
}

extension AttributeSyntax {
  /// The value of the argument with the given label.
  func argument(_ label: String) -> ExprSyntax? {
    arguments?.as(LabeledExprListSyntax.self)?.first { $0.label?.text == label }?.expression
  }
}

extension TokenSyntax {
  /// The name without backticks.
  var nameText: String { identifier?.name ?? text }
}

extension String {
  /// The text as a literal: a name in backticks may have quotes in it.
  var literal: String {
    var literal = "\""
    for scalar in unicodeScalars {
      if scalar == "\"" || scalar == "\\" { literal += "\\" }
      literal.unicodeScalars.append(scalar)
    }
    return literal + "\""
  }
}

extension Trivia {
  /// The documentation comments alone, each on lines of its own.
  var documentation: String {
    pieces.compactMap { piece in
      switch piece {
      case .docLineComment(let text), .docBlockComment(let text): text + "\n"
      default: nil
      }
    }.joined()
  }
}

extension Syntax {
  /// Whether this is code that runs, in which a type is local.
  var isBody: Bool {
    switch self.as(SyntaxEnum.self) {
    case .functionDecl, .initializerDecl, .deinitializerDecl, .accessorDecl, .closureExpr, .subscriptDecl: true
    default: false
    }
  }

  /// The name of the type that this opens, or extends, if it does.
  var typeName: String? {
    switch self.as(SyntaxEnum.self) {
    case .structDecl(let type): type.name.text
    case .classDecl(let type): type.name.text
    case .enumDecl(let type): type.name.text
    case .actorDecl(let type): type.name.text
    case .extensionDecl(let type): type.extendedType.trimmedDescription
    default: nil
    }
  }

  /// The name of the generic type that this opens, if it does.
  var genericTypeName: String? {
    switch self.as(SyntaxEnum.self) {
    case .structDecl(let type) where type.genericParameterClause != nil: type.name.text
    case .classDecl(let type) where type.genericParameterClause != nil: type.name.text
    case .enumDecl(let type) where type.genericParameterClause != nil: type.name.text
    case .actorDecl(let type) where type.genericParameterClause != nil: type.name.text
    default: nil
    }
  }
}
