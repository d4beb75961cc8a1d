internal import SwiftSyntax
internal import SwiftSyntaxBuilder

extension DeclaredCell {
  /// What `@Shows` writes into the cell.
  var members: [DeclSyntax] {
    var members: [DeclSyntax] = ["\(raw: access)typealias Model = GhostBinding.MixedRow<\(raw: name)>"]
    if let any { members.append("\(raw: access)typealias Shared = any \(raw: any.shared)") }
    if let tag { members.append("\(raw: access)typealias Tag = \(raw: tag)") }
    for model in models { members += [rowType(model), row(model), rows(model)] }
    return members + refusals
  }

  private func rowName(_ model: Shown) -> String {
    model.type.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined() + "Row"
  }

  private func rowType(_ model: Shown) -> DeclSyntax {
    """
    final class \(raw: rowName(model)): GhostBinding.RowOf<\(raw: name), \(raw: model.type)> {
      override func give(to cell: \(raw: name)) {
        \(raw: give(model, isTagged: false))
      }\(raw: giveTagged(model))
    }
    """
  }

  private func giveTagged(_ model: Shown) -> String {
    guard let tag, model.takesTag || any?.takesTag == true else { return "" }
    return """

        override func give(to cell: \(name), tag: \(tag)) {
          \(give(model, isTagged: true))
        }
      """
  }

  private func give(_ model: Shown, isTagged: Bool) -> String {
    var calls: [String] = []
    if let any { calls.append("cell.takeAny(model\(isTagged && any.takesTag ? ", tag: tag" : ""))") }
    calls.append("cell.take(model\(isTagged && model.takesTag ? ", tag: tag" : ""))")
    return calls.joined(separator: "\n")
  }

  private func row(_ model: Shown) -> DeclSyntax {
    """
    \(raw: access)static func row(_ model: \(raw: model.type)) -> Model {
      \(raw: rowName(model))(model, shared: \(raw: any == nil ? "()" : "model"))
    }
    """
  }

  private func rows(_ model: Shown) -> DeclSyntax {
    "\(raw: access)static func rows(_ models: [\(raw: model.type)]) -> [Model] { models.map { row($0) } }"
  }

  /// Chosen for every other model, so that the mistake is told in words.
  private var refusals: [DeclSyntax] {
    let reason = "'\(name)' doesn't show this model; name it in '@Shows' and write 'func take(_:)' for it"
    let unavailable = "@available(*, unavailable, message: \"\(reason)\")"
    return [
      """
      \(raw: unavailable)
      \(raw: access)static func row<Stranger>(_ model: Stranger) -> Model? { nil }
      """,
      """
      \(raw: unavailable)
      \(raw: access)static func rows<Stranger>(_ models: [Stranger]) -> [Model] { [] }
      """,
    ]
  }
}
