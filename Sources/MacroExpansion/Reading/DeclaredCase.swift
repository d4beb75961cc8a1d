internal import SwiftSyntax

/// A case of an `@Event` enum as it was declared.
struct DeclaredCase {
  /// The name as it is written in code, in backticks if it needs them.
  let identifier: String
  /// The name without backticks.
  let name: String
  /// What it carries, if anything.
  let payload: TypeSyntax?
  /// The name of the answering case, as it is written in code, if this is a request.
  var answer: String?
  /// Whether the case is an answer that everyone is told of.
  let isNews: Bool
  /// The case's own documentation, each line ended.
  let documentation: String

  /// Whether the payload might itself be an event, as far as its spelling tells.
  var mayNest: Bool { payload.map { !$0.isSurelyPlain } ?? false }
}
