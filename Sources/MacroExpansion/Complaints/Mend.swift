internal import SwiftDiagnostics

/// What a fix-it does, as the editor's button says it.
enum Mend: FixItMessage {
  case removeLabel(String)
  case removeValue
  case nameCase(String)
  case writeType(String)

  var message: String {
    switch self {
    case .removeLabel(let label): "remove '\(label):'"
    case .removeValue: "remove the value"
    case .nameCase(let name): "name '\(name)'"
    case .writeType(let type): "write '\(type)'"
    }
  }

  var fixItID: MessageID { MessageID(domain: "EventStream", id: "\(self)") }
}
