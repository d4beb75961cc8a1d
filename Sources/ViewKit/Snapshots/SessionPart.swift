/// An object that belongs to one session, as a presenter or a service that a controller has made for itself.
///
/// ```swift
/// final class CartPresenter: SessionPart {
///   @SessionState private var items: [Item] = []
/// }
/// ```
///
/// A snapshot keeps what it marks ``SessionState``, as if that were its controller's, and its other properties are compared with
/// those of the session that comes out of the snapshot. Without this an object that only one session has counts as unlike any other,
/// for nobody can see what it holds; unless it is `Equatable`, and says itself what must be alike.
public protocol SessionPart: AnyObject {}

extension Controller {
  /// What is marked as the session's, here and in the parts that are held here, by name.
  var sessionState: [String: any AnySessionState] {
    var found = SessionStateSearch()
    found.look(in: Mirror(reflecting: self), upTo: Controller.self, under: "")
    return found.state
  }
}

/// Looks for what is marked in an object and in the parts that it holds.
private struct SessionStateSearch {
  var state: [String: any AnySessionState] = [:]
  private var seen: Set<ObjectIdentifier> = []

  mutating func look(in object: Mirror, upTo base: Any.Type, under path: String) {
    var mirror: Mirror? = object
    while let current = mirror, current.subjectType != base {
      for case (let label?, let value) in current.children {
        let name = path + propertyName(label)
        if let marked = value as? any AnySessionState { state[name] = marked }
        guard let part = value as? any SessionPart, seen.insert(ObjectIdentifier(part)).inserted else { continue }
        look(in: Mirror(reflecting: part), upTo: Never.self, under: "\(name).")
      }
      mirror = current.superclassMirror
    }
  }
}

/// What a stored property is called where it is declared.
func propertyName(_ label: String) -> String {
  let lazy = "$__lazy_storage_$_"
  if label.hasPrefix(lazy) { return String(label.dropFirst(lazy.count)) }
  return label.hasPrefix("_") ? String(label.dropFirst()) : label
}
