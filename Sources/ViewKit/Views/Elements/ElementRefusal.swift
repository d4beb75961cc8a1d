/// Why there can't be such an element or attribute.
public enum ElementRefusal: Error, Sendable, Hashable, CustomStringConvertible {
  /// It isn't a name: small letters, digits and hyphens, the first a letter, at most 40.
  case notAName(String)
  /// It could run scripts, load documents, send data elsewhere, or disturb the page.
  case dangerous(String)
  /// There is a view for it, which knows what a user may do with it.
  case hasAView(String, view: String)

  /// What was wrong, and how to mend it.
  public var description: String {
    switch self {
    case .notAName(let name):
      "“\(name)” is no name: give small letters, digits and hyphens, the first a letter, at most 40"
    case .dangerous(let name): "“\(name)” isn't allowed: it could run, load or disturb what the page doesn't control"
    case .hasAView(let name, let view): "for “\(name)” use the view \(view)"
    }
  }
}
