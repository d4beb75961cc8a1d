internal import SwiftSyntax

extension TypeSyntax {
  /// Whether the spelling alone says that this is no event. Such a payload needs no look at it to find an event's tag.
  var isSurelyPlain: Bool {
    switch self.as(TypeSyntaxEnum.self) {
    case .arrayType, .dictionaryType, .optionalType, .tupleType, .functionType, .someOrAnyType: true
    case .identifierType(let type): Self.plainNames.contains(type.name.text)
    default: false
    }
  }

  /// Whether the spelling alone says that this is no `Result`; a type alias may always stand for one.
  var isSurelyNoResult: Bool {
    self.as(IdentifierTypeSyntax.self)?.name.text != "Result" && isSurelyPlain
  }

  /// Whether this is `Void`, `()`, or either in parentheses.
  var isVoid: Bool {
    if let tuple = self.as(TupleTypeSyntax.self) {
      return tuple.elements.isEmpty || tuple.elements.count == 1 && tuple.elements.first?.type.isVoid == true
    }
    return ["Void", "Swift.Void"].contains(trimmedDescription)
  }

  /// The failure of a `Result`, if it is any error at all.
  var untypedFailure: GenericArgumentSyntax? {
    guard let result = self.as(IdentifierTypeSyntax.self), result.name.text == "Result",
      let failure = result.genericArgumentClause?.arguments.last,
      ["any Error", "any Swift.Error", "Error", "Swift.Error"].contains(failure.trimmedDescription)
    else { return nil }
    return failure
  }

  /// The first type in this one that is spelt with one of `names`.
  func firstType(named names: Set<String>) -> IdentifierTypeSyntax? {
    let finder = TypeFinder(names: names)
    finder.walk(self)
    return finder.found
  }

  private static let plainNames: Set = [
    "Result", "Array", "Dictionary", "Set", "Optional", "String", "Substring", "Character", "Bool", "Int", "Int8",
    "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float", "Duration", "Date",
    "UUID", "Data", "URL",
  ]
}

private final class TypeFinder: SyntaxVisitor {
  let names: Set<String>
  var found: IdentifierTypeSyntax?

  init(names: Set<String>) {
    self.names = names
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    if found == nil, names.contains(node.name.text) { found = node }
    return .visitChildren
  }
}
