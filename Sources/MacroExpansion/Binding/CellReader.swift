internal import SwiftDiagnostics
internal import SwiftSyntax

/// Reads a cell's declaration, and notes what is wrong with it.
struct CellReader {
  let attribute: AttributeSyntax
  let lexicalContext: [Syntax]
  private(set) var diagnostics: [Diagnostic] = []

  init(attribute: AttributeSyntax, lexicalContext: [Syntax]) {
    self.attribute = attribute
    self.lexicalContext = lexicalContext
  }

  /// - Returns: The cell, or nothing if members written for it would only add to the complaints.
  mutating func read(_ declaration: some DeclGroupSyntax) -> DeclaredCell? {
    guard let cell = declaration.as(ClassDeclSyntax.self) else {
      complain(attribute, .notACell)
      return nil
    }
    let name = cell.name.nameText
    guard cell.modifiers.contains(where: { $0.name.tokenKind == .keyword(.final) }) else {
      complain(cell.name, .cellNotFinal(name))
      return nil
    }
    if let hidden = cell.modifiers.hiddenType(at: name, in: lexicalContext) {
      complain(cell.name, .hiddenType(hidden, attribute: "@Shows"))
      return nil
    }
    let methods = cell.memberBlock.members.compactMap { $0.decl.as(FunctionDeclSyntax.self) }
    let takes = methods.filter { $0.name.text == "take" }.compactMap(Take.init)
    let shared = methods.filter { $0.name.text == "takeAny" }.compactMap(Take.init)
    let takesTag = shared.contains { $0.tag != nil }
    let tag = (takes + shared).compactMap(\.tag).first
    let written = ["Model"] + (shared.isEmpty ? [] : ["Shared"]) + (tag == nil ? [] : ["Tag"])
    let models = readModels(name, takes, hiddenBy: written)
    guard diagnostics.isEmpty else { return nil }
    return DeclaredCell(
      access: cell.modifiers.memberAccess(in: lexicalContext), name: name, models: models,
      any: shared.first.map { DeclaredCell.TakeAny(shared: $0.sharedProtocol, takesTag: takesTag) },
      tag: tag)
  }

  /// - Parameter written: The types that are written into the cell, where a model of the same name can't be found.
  private mutating func readModels(
    _ cell: String, _ takes: [Take], hiddenBy written: [String]
  ) -> [DeclaredCell.Shown] {
    var models: [DeclaredCell.Shown] = []
    let arguments = attribute.arguments?.as(LabeledExprListSyntax.self).map(Array.init) ?? []
    if arguments.isEmpty { complain(attribute, .showsNothing) }
    for argument in arguments {
      guard let access = argument.expression.as(MemberAccessExprSyntax.self), access.declName.baseName.text == "self",
        let base = access.base
      else {
        complain(argument, .modelNotNamed)
        continue
      }
      let type = base.trimmedDescription
      if written.contains(type) {
        complain(argument.expression, .hiddenModel(type))
        continue
      }
      let own = takes.filter { $0.type == type }
      if own.contains(where: { $0.tag == nil }) {
        models.append(DeclaredCell.Shown(type: type, takesTag: own.contains { $0.tag != nil }))
      } else {
        complain(argument.expression, .noTake(cell: cell, model: type))
      }
    }
    return models
  }

  private mutating func complain(_ node: some SyntaxProtocol, _ complaint: Complaint) {
    diagnostics.append(Diagnostic(node: node, message: complaint))
  }

  /// A method that takes a model, perhaps with a tag.
  private struct Take {
    let type: String
    let tag: String?
    /// The `P` of `some P`.
    var sharedProtocol: String {
      for prefix in ["some ", "any "] where type.hasPrefix(prefix) { return String(type.dropFirst(prefix.count)) }
      return type
    }

    init?(_ method: FunctionDeclSyntax) {
      let parameters = Array(method.signature.parameterClause.parameters)
      guard let first = parameters.first, first.firstName.text == "_" else { return nil }
      type = first.type.trimmedDescription
      switch parameters.count {
      case 1: tag = nil
      case 2 where parameters[1].firstName.text == "tag": tag = parameters[1].type.trimmedDescription
      default: return nil
      }
    }
  }
}
