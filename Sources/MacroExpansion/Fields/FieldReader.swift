internal import SwiftDiagnostics
internal import SwiftSyntax

/// Reads a type marked `@FieldCodable`, and collects a complaint for each mistake.
struct FieldReader {
  let attribute: AttributeSyntax
  let lexicalContext: [Syntax]
  private(set) var diagnostics: [Diagnostic] = []

  init(attribute: AttributeSyntax, lexicalContext: [Syntax]) {
    self.attribute = attribute
    self.lexicalContext = lexicalContext
  }

  /// How the type is written. `nil` if nothing written for it would compile or be right.
  mutating func read(_ declaration: some DeclGroupSyntax) -> DeclaredFields? {
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      return isHidden(declaration.name, declaration.modifiers) ? nil : readCases(declaration)
    }
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      complain(.noFields, at: attribute)
      return nil
    }
    let name = declaration.name.text
    if isHidden(declaration.name, declaration.modifiers) { return nil }
    if let generics = declaration.genericParameterClause {
      complain(.genericFields(name), at: generics)
      return nil
    }
    if lexicalContext.contains(where: { $0.genericTypeName != nil }) {
      complain(.genericFields(name), at: declaration.name)
      return nil
    }
    guard !declaration.memberBlock.hasOwnCoding, !declaration.memberBlock.hasOwnKeys else {
      complain(.ownCoding(name), at: attribute)
      return nil
    }
    if let coding = RawCoding(of: declaration) { return coding.isCertain ? .byRawValue : .byCodable }
    return readFields(declaration)
  }

  /// Whether no extension sees the type, and complains if so.
  private mutating func isHidden(_ name: TokenSyntax, _ modifiers: DeclModifierListSyntax) -> Bool {
    guard let hidden = modifiers.hiddenType(at: name.text, in: lexicalContext) else { return false }
    complain(.hiddenType(hidden, attribute: "@FieldCodable"), at: name)
    return true
  }

  private mutating func readFields(_ declaration: StructDeclSyntax) -> DeclaredFields? {
    var fields: [DeclaredField] = []
    for member in declaration.memberBlock.members {
      if let variable = member.decl.as(VariableDeclSyntax.self) {
        fields += read(variable)
      } else if let conditional = member.decl.as(IfConfigDeclSyntax.self),
        conditional.declares({ $0.as(VariableDeclSyntax.self)?.isStored == true })
      {
        complain(.conditionalFields, at: conditional)
      }
    }
    return diagnostics.isEmpty ? .each(fields) : nil
  }

  private mutating func readCases(_ declaration: EnumDeclSyntax) -> DeclaredFields? {
    let elements = declaration.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }.flatMap(
      \.elements)
    guard declaration.genericParameterClause == nil, declaration.mayHaveRawValues,
      elements.allSatisfy({ $0.parameterClause == nil })
    else {
      complain(.casesWithValues(declaration.name.text), at: attribute)
      return nil
    }
    guard !declaration.memberBlock.hasOwnCoding else {
      complain(.ownCoding(declaration.name.text), at: attribute)
      return nil
    }
    return .byRawValue
  }

  private mutating func read(_ variable: VariableDeclSyntax) -> [DeclaredField] {
    guard variable.isOfValues else { return [] }
    return variable.bindings.compactMap { binding in
      if binding.accessorBlock?.isComputed == true { return nil }
      guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
        complain(.unnamedField, at: binding.pattern)
        return nil
      }
      if variable.bindingSpecifier.tokenKind == .keyword(.let), binding.initializer != nil {
        complain(.constantField(pattern.identifier.nameText), at: binding)
        return nil
      }
      let name = pattern.identifier.nameText
      return DeclaredField(
        key: pattern.identifier.text, storage: variable.isWrapped ? "_" + name : pattern.identifier.text,
        isOptional: !variable.isWrapped && binding.typeAnnotation?.type.isOptional == true)
    }
  }

  private mutating func complain(_ complaint: Complaint, at node: some SyntaxProtocol) {
    diagnostics.append(Diagnostic(node: node, message: complaint))
  }
}

/// How a type marked `@FieldCodable` is written, so that it is as `Codable` would.
enum DeclaredFields {
  /// One field behind the other.
  case each([DeclaredField])
  /// By its raw value alone.
  case byRawValue
  /// As `Codable` does it: whether by a raw value or by fields can't be told from the declaration.
  case byCodable
}

/// A stored property that is coded.
struct DeclaredField {
  /// What its coding key is called in code. What that is written as, an extension may say.
  let key: String
  /// What it is stored in, as it is written in code.
  let storage: String
  /// Whether it is spelt as an optional, so that it may be missing. One that isn't spelt so is read through `Codable` when it is.
  let isOptional: Bool
}

/// What a struct's declaration says of a raw value: `Codable` writes nothing else of one that is `RawRepresentable` by a plain value.
private struct RawCoding {
  /// Whether it is `RawRepresentable` for certain, and its raw value plain. An extension elsewhere may make it so, and one whose raw
  /// value isn't plain is written by fields.
  let isCertain: Bool

  /// `nil` if it has no raw value, as far as its declaration tells.
  init?(of declaration: StructDeclSyntax) {
    let inherited = declaration.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
    let isNamed = inherited.contains { Self.protocols.contains($0) }
    let bindings = declaration.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
      .filter(\.isOfValues).flatMap(\.bindings)
    let value = bindings.first { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.nameText == "rawValue" }
    guard isNamed || value != nil else { return nil }
    let type = value?.typeAnnotation?.type.trimmedDescription
    isCertain = isNamed && type.map(Self.plainTypes.contains) == true
  }

  private static let protocols: Set = ["RawRepresentable", "OptionSet", "Swift.RawRepresentable", "Swift.OptionSet"]

  /// Those by which the standard library codes whatever is `RawRepresentable`.
  private static let plainTypes: Set = [
    "Bool", "String", "Double", "Float", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32",
    "UInt64",
  ]
}

extension VariableDeclSyntax {
  /// Whether each value has it, and not only once it is asked for.
  fileprivate var isOfValues: Bool {
    !modifiers.contains { ["static", "class", "lazy"].contains($0.name.text) }
  }

  /// Whether each value has memory for it.
  fileprivate var isStored: Bool { isOfValues && bindings.contains { $0.accessorBlock?.isComputed != true } }

  /// Whether a property wrapper holds it.
  fileprivate var isWrapped: Bool {
    attributes.contains { attribute in
      guard let name = attribute.as(AttributeSyntax.self)?.attributeName.trimmedDescription else { return false }
      return !Self.compilerAttributes.contains(name)
    }
  }

  /// What may stand before a stored property and is no wrapper.
  private static let compilerAttributes: Set = [
    "available", "exclusivity", "inlinable", "MainActor", "nonobjc", "objc", "preconcurrency", "usableFromInline",
    "_documentation", "_spi",
  ]
}

extension EnumDeclSyntax {
  /// Whether what it inherits from may be the type of raw values, or say that it has some: a type comes first, and protocols that
  /// everybody knows are none.
  fileprivate var mayHaveRawValues: Bool {
    guard let inherited = inheritanceClause?.inheritedTypes else { return false }
    return inherited.contains { !Self.plainProtocols.contains($0.type.trimmedDescription) }
  }

  private static let plainProtocols: Set = [
    "AnswerFailure", "CaseIterable", "Codable", "Comparable", "CustomDebugStringConvertible", "CustomStringConvertible",
    "Decodable", "Encodable", "Equatable", "Error", "FieldCodable", "Hashable", "Identifiable", "LocalizedError",
    "Sendable",
  ]
}

extension TypeSyntax {
  fileprivate var isOptional: Bool {
    self.is(OptionalTypeSyntax.self) || self.as(IdentifierTypeSyntax.self)?.name.text == "Optional"
  }
}

extension AccessorBlockSyntax {
  /// Whether the property has no memory of its own: not one that is only observed.
  fileprivate var isComputed: Bool {
    guard case .accessors(let accessors) = accessors else { return true }
    return !accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
  }
}
