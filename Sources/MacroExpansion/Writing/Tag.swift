/// A tag as an expression: a literal until a payload before it may be an event, and counted from there on, so that few
/// additions are left to the optimiser.
struct Tag {
  /// The nearest case before whose payload may be an event, as it is written in code.
  var nest: String?
  /// How many tags come between.
  var offset = 0

  /// The expression that gives the tag from nothing but the tag of another case.
  var expression: String {
    guard let nest else { return "\(offset)" }
    return "Keys.\(nest).tag + Keys.\(nest).width" + (offset == 0 ? "" : " + \(offset)")
  }

  /// The tag after this one's case.
  func next(after single: DeclaredCase) -> Tag {
    single.mayNest ? Tag(nest: single.identifier) : Tag(nest: nest, offset: offset + 1)
  }
}
