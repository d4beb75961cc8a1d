internal import SwiftDiagnostics
internal import SwiftSyntax

/// Reads a type marked `@FieldCodable`, and collects a complaint for each mistake.
struct FieldReader {
  let attribute: AttributeSyntax
  private(set) var diagnostics: [Diagnostic] = []

  init(attribute: AttributeSyntax) { self.attribute = attribute }

  /// The type's fields; none for an enum with raw values. `nil` if nothing written for it would compile or be right.
  mutating func read(_ declaration: some DeclGroupSyntax) -> [DeclaredField]? {
    if let declaration = declaration.as(EnumDeclSyntax.self) { return readCases(declaration) }
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      complain(.noFields, at: attribute)
      return nil
    }
    let name = declaration.name.text
    if let generics = declaration.genericParameterClause {
      complain(.genericFields(name), at: generics)
      return nil
    }
    guard !declaration.memberBlock.hasOwnCoding, !declaration.memberBlock.hasOwnKeys else {
      complain(.ownCoding(name), at: attribute)
      return nil
    }
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
    return diagnostics.isEmpty ? fields : nil
  }

  private mutating func readCases(_ declaration: EnumDeclSyntax) -> [DeclaredField]? {
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
    return []
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
        name: name, storage: variable.isWrapped ? "_" + name : pattern.identifier.text,
        isOptional: !variable.isWrapped && binding.typeAnnotation?.type.isOptional == true)
    }
  }

  private mutating func complain(_ complaint: Complaint, at node: some SyntaxProtocol) {
    diagnostics.append(Diagnostic(node: node, message: complaint))
  }
}

/// A stored property that is coded.
struct DeclaredField {
  /// What it is called where it is written.
  let name: String
  /// What it is stored in, as it is written in code.
  let storage: String
  /// Whether it is spelt as an optional, so that it may be missing. One that isn't spelt so is read through `Codable` when it is.
  let isOptional: Bool
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
