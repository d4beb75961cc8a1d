internal import SwiftSyntax

extension TypeSyntax {
  /// Whether the spelling alone says that this is no event. Such a payload needs no look at it to find an event's tag.
  var isSurelyPlain: Bool {
    let type = withoutParentheses
    switch type.as(TypeSyntaxEnum.self) {
    case .arrayType, .dictionaryType, .optionalType, .tupleType, .functionType, .someOrAnyType: return true
    case .identifierType(let type):
      // No event has arguments, but an app may well call one `Set`.
      let names = type.genericArgumentClause == nil ? Self.plainNames : Self.genericNames
      return names.contains(type.name.text)
    default: return false
    }
  }

  /// Whether the spelling alone says that this is no `Result`; a type alias may always stand for one.
  var isSurelyNoResult: Bool {
    guard let type = withoutParentheses.as(IdentifierTypeSyntax.self) else { return isSurelyPlain }
    return type.name.text != "Result" && (isSurelyPlain || Self.usualNames.contains(type.name.text))
  }

  /// The type within parentheses, if there are any: `(Int)` is `Int`.
  var withoutParentheses: TypeSyntax {
    guard let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first else {
      return self
    }
    return only.type.withoutParentheses
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
    guard let result = withoutParentheses.as(IdentifierTypeSyntax.self), result.name.text == "Result",
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

  /// What nobody calls an event: what `@Event` writes wouldn't compile beside one that is called `Int` or `Bool`.
  private static let plainNames: Set = [
    "String", "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double",
    "Float",
  ]

  /// What is no event with arguments behind it.
  private static let genericNames: Set = ["Result", "Array", "Dictionary", "Set", "Optional"]

  /// What is hardly ever an alias of a `Result`, but may be an event of the app's own.
  private static let usualNames: Set = [
    "Array", "Dictionary", "Set", "Optional", "Substring", "Character", "Duration", "Date", "UUID", "Data", "URL",
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
    if found == nil, names.contains(node.name.nameText) { found = node }
    return .visitChildren
  }
}
