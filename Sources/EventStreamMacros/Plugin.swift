internal import SwiftCompilerPlugin
internal import SwiftSyntaxMacros

@main
struct Plugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [EventMacro.self, AnsweredMacro.self, NewsMacro.self, ShowsMacro.self]
}
