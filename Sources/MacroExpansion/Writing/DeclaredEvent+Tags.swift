internal import SwiftSyntax
internal import SwiftSyntaxBuilder

extension DeclaredEvent {
  /// The first tag of each case, and the number of tags at the end.
  var tags: [Tag] {
    cases.reduce(into: [Tag()]) { tags, single in
      if let last = tags.last { tags.append(last.next(after: single)) }
    }
  }

  /// The tag of an event: the first of its case, and where its payload is an event, that one's tag on top.
  var tag: DeclSyntax {
    let arms = zip(cases, tags).map { single, tag in
      let first = tag.nest == nil ? tag.expression : "Keys.\(single.identifier).tag"
      guard single.mayNest else { return "case .\(single.identifier): \(first)" }
      let offset = "EventStream.tagOffset(in: value)"
      return "case .\(single.identifier)(let value): \(first == "0" ? offset : "\(first) + \(offset)")"
    }
    return """
      \(raw: inlinable)var tag: Int {
        switch self {
        \(raw: exhaustive(arms))
        }
      }
      """
  }

  /// How many tags there are, as a constant, so that the tags of an event that nests this one are constants too.
  var caseCount: DeclSyntax {
    "\(raw: inlinable)static var caseCount: Int { \(raw: tags.last?.expression ?? "0") }"
  }

  /// The arms of a switch over the event, with one more for the cases that were left out because of a mistake.
  func exhaustive(_ arms: [String]) -> String {
    (arms + (isComplete ? [] : ["default: EventStream.wrongCase()"])).joined(separator: "\n")
  }
}
