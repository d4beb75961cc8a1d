internal import SwiftDiagnostics
internal import SwiftParser
internal import SwiftSyntax
internal import SwiftSyntaxBuilder
internal import SwiftSyntaxMacroExpansion
internal import SwiftSyntaxMacros

@testable internal import MacroExpansion

/// A declaration with its macros expanded, as the compiler would.
struct Expansion {
  /// The expanded source.
  let text: String
  /// What was complained of, in order.
  let said: [Said]
  /// The original source with the first fix-it of each complaint applied.
  let mended: String

  init(of source: String) {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(sourceFiles: [file: .init(moduleName: "Test", fullFilePath: "test.swift")])
    let macros = [
      "Event": MacroSpec(type: EventExpansion.self, conformances: ["Event"]),
      "Answered": MacroSpec(type: AnsweredExpansion.self),
      "FieldCodable": MacroSpec(type: FieldsExpansion.self, conformances: ["FieldCodable"]),
      "Shows": MacroSpec(type: ShowsExpansion.self, conformances: ["MixedViewType"]),
    ]
    let expanded = file.expand(
      macroSpecs: macros,
      contextGenerator: {
        BasicMacroExpansionContext(sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
      },
      indentationWidth: .spaces(2))
    text = expanded.description
    said = context.diagnostics.map { Said(at: $0.node.trimmedDescription, message: $0.message) }
    var mended = source
    for case .replace(let old, let new) in context.diagnostics.compactMap(\.fixIts.first).flatMap(\.changes) {
      guard let range = mended.firstRange(of: old.trimmedDescription) else { continue }
      mended.replaceSubrange(range, with: new.trimmedDescription)
    }
    self.mended = mended
  }
}

/// One complaint: the text that it points at, and what it says.
struct Said: Equatable, CustomStringConvertible {
  let at: String
  let message: String

  init(at: String, message: String) {
    self.at = at
    self.message = message
  }

  init(at: String, _ complaint: Complaint) { self.init(at: at, message: complaint.message) }

  var description: String { "‘\(at)’: \(message)" }
}
