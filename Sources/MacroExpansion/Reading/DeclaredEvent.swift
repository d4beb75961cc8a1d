internal import SwiftSyntax

/// An `@Event` enum as it was declared, with whatever could not be understood left out.
struct DeclaredEvent {
  /// The enum's name.
  let name: String
  /// The name that logs and recordings know it by, as a string literal.
  let stableName: String
  /// The argument `reach:`, if it was given.
  let reach: String?
  /// The enum's access with a space behind, or nothing if it is internal or less.
  let access: String
  /// The cases that were understood, in the order of their tags.
  let cases: [DeclaredCase]
  /// Whether every case was understood.
  let isComplete: Bool
  /// Whether the enum says itself how it is coded.
  let hasOwnCoding: Bool

  /// The access of what may be inlined into other modules.
  var inlinable: String { access == "public " ? "@inlinable public " : access }
}
