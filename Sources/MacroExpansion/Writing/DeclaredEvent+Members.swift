internal import SwiftSyntax
internal import SwiftSyntaxBuilder

extension DeclaredEvent {
  /// Everything that `@Event` adds to the enum.
  var members: [DeclSyntax] {
    [eventType] + reachProperty + cases.map(property) + [tag, caseCount, keys] + (hasOwnCoding ? [] : coding + fields)
      + equality
  }

  private var eventType: DeclSyntax {
    """
    \(raw: access)static let eventType = EventStream.EventType.make(
      \(raw: name).self, name: \(raw: stableName),
      cases: [\(raw: cases.map { ($0.isNews ? ".news" : ".init") + "(Keys.\($0.identifier).self)" }.joined(separator: ", "))])
    """
  }

  private var reachProperty: [DeclSyntax] {
    reach.map { ["\(raw: access)static var reach: EventStream.Reach { \(raw: $0) }"] } ?? []
  }

  /// A case that was left out because of a mistake may carry what cannot be compared. That is no second mistake.
  private var equality: [DeclSyntax] {
    isComplete ? [] : ["\(raw: access)static func == (one: Self, other: Self) -> Bool { EventStream.wrongCase() }"]
  }

  /// What the key path to the case is read from; its type alone matters.
  private func property(of single: DeclaredCase) -> DeclSyntax {
    """
    \(raw: single.documentation)\(raw: inlinable)var \(raw: single.identifier): EventStream.Case<Keys.\(raw: single.identifier)> { .init() }
    """
  }
}
