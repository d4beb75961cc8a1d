internal import SwiftSyntax
internal import SwiftSyntaxBuilder

extension DeclaredEvent {
  /// Writing and reading by fields, in agreement with what `coding` writes.
  var fields: [DeclSyntax] { isComplete ? [writesFields, writingFields, readingFields] : [] }

  private var writesFields: DeclSyntax {
    let nested = cases.filter(\.mayNest).map {
      "EventStream.EventCoding.writesFields(Keys.\($0.identifier).Payload.self)"
    }
    return
      "\(raw: access)static var writesFields: Bool { \(raw: nested.isEmpty ? "true" : nested.joined(separator: " && ")) }"
  }

  private var writingFields: DeclSyntax {
    let arms = cases.map { single in
      single.payload == nil
        ? "case .\(single.identifier): EventStream.EventCoding.write((), to: &writer)"
        : "case .\(single.identifier)(let value): try EventStream.EventCoding.write(value, to: &writer)"
    }
    return """
      \(raw: access)func writeFields(to writer: inout some EventStream.FieldWriter) throws {
        switch self {
        \(raw: arms.joined(separator: "\n"))
        }
      }
      """
  }

  private var readingFields: DeclSyntax {
    let arms = zip(cases, tags).map { single, tag in
      let key = "Keys.\(single.identifier)"
      let read = { (offset: String) in
        "try EventStream.EventCoding.read(\(key).Payload.self, offset: \(offset), from: &reader)"
      }
      if single.payload == nil { return "case \(tag.expression):\n\(read("0"))\nself = .\(single.identifier)" }
      if !single.mayNest { return "case \(tag.expression):\nself = .\(single.identifier)(\(read("0")))" }
      return "case \(key).tag..<\(key).tag + \(key).width:\nself = .\(single.identifier)(\(read("tag - \(key).tag")))"
    }
    return """
      \(raw: access)init(
        tag: Int, reading reader: inout some EventStream.FieldReader
      ) throws(EventStream.FieldMismatch) {
        switch tag {
        \(raw: arms.joined(separator: "\n"))
        default: throw EventStream.FieldMismatch()
        }
      }
      """
  }
}
