/// How a child comes into its region. A user who wants less motion sees none.
public enum Transition: String, Sendable, CaseIterable {
  /// At once.
  case none
  /// Out of nothing.
  case fade
  /// From the side that a text ends on, as the next page.
  case slide
  /// From below.
  case rise

  /// The look that a style sheet knows it by.
  var look: String { "enters-\(rawValue)" }

  func set(on region: View) {
    var looks = region.looks.subtracting(Self.allCases.map(\.look))
    if self != .none { looks.insert(look) }
    region.looks = looks
  }
}
