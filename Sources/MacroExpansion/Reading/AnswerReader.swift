internal import SwiftDiagnostics
internal import SwiftSyntax
internal import SwiftSyntaxBuilder

/// Finds the case that `@Answered(by:)` names.
struct AnswerReader {
  let event: EnumDeclSyntax
  /// Every case of the enum, mistaken ones included.
  let elements: [EnumCaseElementSyntax]

  /// The answering case as it is written in code, or nil; and what is wrong with what was written.
  func answer(
    to request: EnumCaseElementSyntax, in line: EnumCaseDeclSyntax
  ) -> (identifier: String?, diagnostics: [Diagnostic]) {
    let attributes = line.attributes.named("Answered")
    // Without a key path the compiler has complained of the argument's type already.
    guard let attribute = attributes.first, let path = attribute.argument("by")?.as(KeyPathExprSyntax.self) else {
      return (nil, [])
    }
    if attributes.count > 1 {
      return (nil, [Diagnostic(node: attributes[1], message: Complaint.repeatedAnswered(request.name.text))])
    }
    guard path.root == nil, path.components.count == 1,
      let named = path.components.first?.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName
    else { return (nil, [notAName(path)]) }
    if named.nameText == request.name.nameText {
      return (nil, [Diagnostic(node: path, message: Complaint.answersItself(request.name.text))])
    }
    guard let answering = elements.first(where: { $0.name.nameText == named.nameText }) else {
      return (nil, [unknown(named, request: request)])
    }
    guard let payload = answering.parameterClause?.parameters.first?.type, !payload.isSurelyNoResult else {
      let complaint = Complaint.answerNotAResult(
        named.text, request: request.name.text,
        payload: answering.parameterClause?.parameters.first?.type.trimmedDescription)
      return (nil, [Diagnostic(node: path, message: complaint)])
    }
    return (answering.name.text, [])
  }

  /// The last name on the path is what was meant, if there is such a case.
  private func notAName(_ path: KeyPathExprSyntax) -> Diagnostic {
    guard let last = path.components.last?.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName,
      elements.contains(where: { $0.name.nameText == last.nameText })
    else { return Diagnostic(node: path, message: Complaint.answerNotAName) }
    let mended: ExprSyntax = "\\.\(last.trimmed)"
    let fix = FixIt.replace(message: Mend.nameCase(last.text), oldNode: path, newNode: mended)
    return Diagnostic(node: path, message: Complaint.answerNotAName, fixIt: fix)
  }

  private func unknown(_ named: TokenSyntax, request: EnumCaseElementSyntax) -> Diagnostic {
    let others = elements.map(\.name).filter { $0.text != request.name.text }
    let complaint = Complaint.unknownAnswer(named.text, event: event.name.text, cases: others.map(\.text))
    let mends = others.filter { resembles($0.nameText, named.nameText) }.map { other in
      FixIt.replace(
        message: Mend.nameCase(other.text), oldNode: named, newNode: TokenSyntax.identifier(other.text))
    }
    return Diagnostic(node: named, message: complaint, fixIts: mends)
  }

  /// Whether one name may be meant by the other: they share their beginning, and differ by at most two letters.
  private func resembles(_ one: String, _ other: String) -> Bool {
    let shared = zip(one, other).prefix { $0 == $1 }.count
    return shared > 0 && max(one.count, other.count) - shared <= 2
  }
}
