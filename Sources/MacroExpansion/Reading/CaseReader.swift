internal import SwiftDiagnostics
internal import SwiftSyntax

/// Reads the cases of an `@Event` enum. A case with a mistake is left out, unless its key can be written all the same.
struct CaseReader {
  let event: EnumDeclSyntax
  private(set) var cases: [DeclaredCase] = []
  private(set) var isComplete = true
  private var names: Set<String> = []
  /// What every case is called, mistaken ones included.
  private var caseNames: Set<String> = []
  /// Whether a case bears the name of a static member that every event has, or of what these are written with.
  private(set) var clashesWithTypeMembers = false
  private(set) var diagnostics: [Diagnostic] = []

  private static let typeMembers: Set = ["Keys", "CodingKeys", "eventType", "reach", "caseCount", "writesFields"]
  /// What is written begins with these: behind the name of a case the compiler would look for it in that.
  private static let modules: Set = ["EventStream", "Swift"]
  private static let instanceMembers: Set = ["tag", "name", "init", "self", "Self", "Type", "Protocol"]

  /// How a case may spell the event itself: with the types around it, or some of them.
  private let ownNames: Set<String>

  /// - Parameter enclosing: The names of the types around the event, the outermost first.
  init(event: EnumDeclSyntax, enclosing: [String]) {
    self.event = event
    let path = enclosing + [event.name.text]
    ownNames = Set(path.indices.map { path[$0...].joined(separator: ".") } + ["Self"])
  }

  mutating func read() {
    let lines = event.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
    for member in event.memberBlock.members {
      if let conditional = member.decl.as(IfConfigDeclSyntax.self),
        conditional.declares({ $0.is(EnumCaseDeclSyntax.self) })
      {
        complain(.conditionalCases, at: conditional)
        isComplete = false
      }
    }
    let elements = lines.flatMap { Array($0.elements) }
    caseNames = Set(elements.map(\.name.nameText))
    let answers = AnswerReader(event: event, elements: elements)
    for line in lines {
      for element in line.elements {
        guard isFree(element.name), let payload = payload(of: element, in: line) else {
          isComplete = false
          continue
        }
        let answer = answers.answer(to: element, in: line)
        diagnostics += answer.diagnostics
        cases.append(
          DeclaredCase(
            identifier: element.name.text, name: element.name.nameText, payload: payload.type,
            answer: answer.identifier, isNews: !line.attributes.named("News").isEmpty,
            documentation: line.leadingTrivia.documentation))
      }
    }
    // A request whose answer was left out has had its complaint there.
    let names = Set(cases.map(\.identifier))
    for index in cases.indices where !names.contains(cases[index].answer ?? "") { cases[index].answer = nil }
  }

  private mutating func isFree(_ token: TokenSyntax) -> Bool {
    let name = token.nameText
    let isOfType =
      Self.typeMembers.contains(name) || Self.modules.contains(name) || name == event.name.nameText
    if isOfType || Self.instanceMembers.contains(name) {
      complain(.reservedName(name), at: token)
      if isOfType { clashesWithTypeMembers = true }
      return false
    }
    if name.contains(".") {
      complain(.dottedName(name), at: token)
      return false
    }
    // The compiler complains of a name that comes twice.
    return names.insert(name).inserted
  }

  /// What the case carries, or nil if that is not a value an event can carry.
  private mutating func payload(
    of element: EnumCaseElementSyntax, in line: EnumCaseDeclSyntax
  ) -> (type: TypeSyntax?, Void)? {
    guard let clause = element.parameterClause, let parameter = clause.parameters.first else { return (nil, ()) }
    let name = element.name.text
    let carried = parameter.type.withoutParentheses
    let tuple = carried.as(TupleTypeSyntax.self)?.elements.count ?? 1
    if clause.parameters.count > 1 || tuple > 1 {
      complain(.severalValues(name, count: max(clause.parameters.count, tuple)), at: clause)
    } else if let label = parameter.firstName, label.tokenKind != .wildcard {
      let mended = parameter.with(\.firstName, nil).with(\.colon, nil)
      complain(
        .labelledValue(name, label: label.text), at: parameter, mend: .removeLabel(label.text),
        replacing: parameter, with: mended)
    } else if parameter.type.isVoid {
      complain(
        .emptyValue(name), at: clause, mend: .removeValue, replacing: element,
        with: element.with(\.parameterClause, nil))
    } else if ownNames.contains(carried.trimmedDescription) {
      complain(.nestsItself(name, event: event.name.text), at: parameter.type)
    } else if let type = parameter.type.firstType(
      named: namesInKey(isRequest: !line.attributes.named("Answered").isEmpty))
    {
      let complaint = Complaint.ambiguousType(type.name.text, case: name, event: event.name.text)
      if type.name.text == "Self" {
        let named = type.with(\.name, .identifier(event.name.text))
        complain(complaint, at: type, mend: .writeType(event.name.text), replacing: type, with: named)
      } else {
        complain(complaint, at: type)
      }
    } else if let failure = parameter.type.untypedFailure {
      complain(.untypedFailure(name), at: failure)
    } else {
      return (parameter.type.trimmed, ())
    }
    return nil
  }

  /// The names of types that a key has itself or beside it, so that a payload's type cannot be found by them.
  private func namesInKey(isRequest: Bool) -> Set<String> {
    let names = caseNames.union(["Self", "Root", "Payload", "Keys", "CodingKeys"])
    return isRequest ? names.union(["Answer", "Success", "Failure"]) : names
  }

  private mutating func complain(_ complaint: Complaint, at node: some SyntaxProtocol) {
    diagnostics.append(Diagnostic(node: node, message: complaint))
  }

  private mutating func complain(
    _ complaint: Complaint, at node: some SyntaxProtocol, mend: Mend, replacing old: some SyntaxProtocol,
    with new: some SyntaxProtocol
  ) {
    let fix = FixIt.replace(message: mend, oldNode: old, newNode: new)
    diagnostics.append(Diagnostic(node: node, message: complaint, fixIt: fix))
  }
}
