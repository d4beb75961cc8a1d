package import SwiftDiagnostics

/// A mistake in a declaration: what is wrong and how to mend it.
package enum Complaint: Equatable {
  case notAnEnum
  case genericEnum(String)
  case insideGeneric(String, outer: String)
  case hiddenType(String, attribute: String)
  case nameNotLiteral
  case conditionalCases
  case severalValues(String, count: Int)
  case labelledValue(String, label: String)
  case emptyValue(String)
  case untypedFailure(String)
  case reservedName(String)
  case dottedName(String)
  case nestsItself(String, event: String)
  case ambiguousType(String, case: String, event: String)
  case halfCoding(String)
  case misplacedAnswered
  case misplacedNews
  case repeatedAnswered(String)
  case answerNotAName
  case unknownAnswer(String, event: String, cases: [String])
  case answersItself(String)
  case answerNotAResult(String, request: String, payload: String?)
  case notACell
  case cellNotFinal(String)
  case showsNothing
  case modelNotNamed
  case hiddenModel(String)
  case noTake(cell: String, model: String)
  case noFields
  case genericFields(String)
  case ownCoding(String)
  case constantField(String)
  case unnamedField
  case conditionalFields
  case casesWithValues(String)
}

extension Complaint: DiagnosticMessage {
  package var severity: DiagnosticSeverity { .error }

  package var diagnosticID: MessageID {
    MessageID(domain: "Ghostlight", id: Mirror(reflecting: self).children.first?.label ?? "\(self)")
  }

  package var message: String {
    switch self {
    case .notAnEnum:
      "'@Event' belongs on an enum, each of whose cases is one thing that can happen"
    case .genericEnum(let event):
      "an event cannot be generic, for its description is one per process; declare an enum like '\(event)' for each "
        + "type of value"
    case .insideGeneric(let event, let outer):
      "an event cannot be declared inside the generic '\(outer)'; move '\(event)' out of it"
    case .hiddenType(let name, let attribute):
      "'\(attribute)' writes an extension, which a private type inside another can't be seen by; make '\(name)' 'fileprivate'"
    case .nameNotLiteral:
      "an event's name is read when compiling; write it as a plain string such as \"TodoEvent\""
    case .conditionalCases:
      "'@Event' cannot see into '#if'; declare these cases always, and use '#if' where they are sent"
    case .severalValues(let name, let count):
      "an event carries one value; give '\(name)' a struct in place of its \(count) values"
    case .labelledValue(let name, let label):
      "an event's value has no label; remove '\(label):' from '\(name)'"
    case .emptyValue(let name):
      "a case that carries nothing is written without a value: 'case \(name)'"
    case .untypedFailure(let name):
      "events are compared and coded, and 'any Error' is neither; give '\(name)' a failure of your own that is an "
        + "'AnswerFailure'"
    case .reservedName(let name):
      "'\(name)' is taken by what '@Event' writes; give the case another name"
    case .dottedName(let name):
      "a full stop parts the names of nested cases in logs; write '\(name)' without one"
    case .nestsItself(let name, let event):
      "'\(event)' cannot nest itself; let '\(name)' carry a struct that holds the event"
    case .ambiguousType(let type, let name, let event):
      "'\(type)' means something else in the key of '\(name)'; "
        + (type == "Self"
          ? "write '\(event)'"
          : "write it with its module or enclosing type, as in 'MyModule.\(type)', or rename the type")
    case .halfCoding(let event):
      "'\(event)' says only half of how it is coded; write both 'init(from:)' and 'encode(to:)' in it, or neither"
    case .misplacedAnswered:
      "'@Answered' belongs on a case of an '@Event' enum"
    case .misplacedNews:
      "'@News' belongs on an answering case of an '@Event' enum"
    case .repeatedAnswered(let name):
      "'\(name)' has an answer already; a request is answered by one case"
    case .answerNotAName:
      "write the answering case of this enum as '\\.name'"
    case .unknownAnswer(let name, let event, let cases):
      "'\(event)' has no case '\(name)'"
        + (cases.isEmpty ? "; declare it" : "; its other cases are \(cases.joined(separator: ", "))")
    case .answersItself(let name):
      "'\(name)' cannot answer itself; add a case that carries the answer as a 'Result', and name that"
    case .answerNotAResult(let name, let request, let payload):
      "'\(name)' answers '\(request)', so it carries a 'Result' whose failure is an 'AnswerFailure', not "
        + (payload.map { "'\($0)'" } ?? "nothing")
    case .notACell:
      "'@Shows' belongs on a class, the cell that shows the models"
    case .cellNotFinal(let cell):
      "a cell that shows several models is final: write 'final class \(cell)'"
    case .showsNothing:
      "name the models that the cell shows, as in '@Shows(Event.self, Festival.self)'"
    case .modelNotNamed:
      "name a model's type as 'Model.self'"
    case .hiddenModel(let model):
      "'\(model)' means something else in a cell that '@Shows' writes to; write it with its module or enclosing type, as in "
        + "'MyModule.\(model)', here and in 'take(_:)', or rename the type"
    case .noTake(let cell, let model):
      "'\(cell)' shows '\(model)' but can't take it; write "
        + "'func take(_ \(model.prefix(1).lowercased())\(model.dropFirst()): \(model))'"
    case .noFields:
      "'@FieldCodable' belongs on a struct, or on an enum with raw values"
    case .genericFields(let name):
      "fields of a generic type are as different as its arguments; let '\(name)' be coded by 'Codable' alone"
    case .ownCoding(let name):
      "'@FieldCodable' writes what 'Codable' writes by itself, and '\(name)' says how it is coded; leave one of the two away"
    case .constantField(let name):
      "'Codable' doesn't read a constant that has its value already; make '\(name)' a 'var', 'static', or computed"
    case .unnamedField:
      "write each property by itself, with a name of its own"
    case .conditionalFields:
      "'@FieldCodable' cannot see into '#if'; declare these properties always, or let 'Codable' alone code the struct"
    case .casesWithValues(let name):
      "'@FieldCodable' is for enums with raw values; let '\(name)' be coded by 'Codable' alone"
    }
  }
}
