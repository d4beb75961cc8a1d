internal import SwiftSyntax
internal import SwiftSyntaxBuilder

extension DeclaredEvent {
  /// The namespace that holds a key for each case.
  var keys: DeclSyntax {
    """
    /// The cases as types.
    \(raw: access)enum Keys {
    \(raw: zip(cases, tags).map(key).joined(separator: "\n"))
    }
    """
  }

  /// A case may be called as a type is, and then its key is found first: hence types with their module.
  private func key(of single: DeclaredCase, tag: Tag) -> String {
    let answer = single.answer.map { "\n\(access)typealias Answer = Keys.\($0)" } ?? ""
    return """
      \(access)enum \(single.identifier): EventStream.\(single.answer == nil ? "CaseKey" : "RequestKey") {
        \(access)typealias Root = \(name)
        \(access)typealias Payload = \(single.payload?.description ?? "Swift.Void")\(answer)
        \(inlinable)static var tag: Swift.Int { \(tag.expression) }
        \(access)static var name: Swift.String { \(single.name.literal) }
        \(inlinable)static func payload(of event: Root) -> Payload {
          \(reading(single))
        }
        \(inlinable)static func event(_ payload: Payload) -> Root { .\(single.identifier)\(single.payload == nil ? "" : "(payload)") }
      }
      """
  }

  private func reading(_ single: DeclaredCase) -> String {
    if single.payload == nil {
      return "guard case .\(single.identifier) = event else { EventStream.wrongCase() }"
    }
    return """
      guard case .\(single.identifier)(let value) = event else { EventStream.wrongCase() }
      return value
      """
  }
}
