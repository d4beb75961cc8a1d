/// News for the sessions of one visitor, and for nobody else: what a `@News` answer carries in its success.
///
/// ```swift
/// extension TodoList: Addressed {
///   var addressee: String { owner }
/// }
/// ```
///
/// Who asked gets the answer in any case. The sessions of other visitors aren't woken by it and never record it: what passes a session's
/// stream may be kept and sent to others, and must be its visitor's.
public protocol Addressed {
  /// Whose sessions are told: the id of a visitor.
  var addressee: String { get }
}

/// For whom an answer is that isn't its own.
package enum NewsReach: Equatable, Sendable {
  /// For nobody, as failures are.
  case nobody
  /// For whoever observes its case.
  case everyone
  /// For those of whom that are a visitor's.
  case visitor(String)

  /// Whether it is for a session of a visitor.
  package func includes(_ visitor: String) -> Bool {
    switch self {
    case .nobody: false
    case .everyone: true
    case .visitor(let addressee): addressee == visitor
    }
  }
}

extension EventType {
  /// For whom an event of the type is; `nil` if its case doesn't say.
  package func reach(of event: some Event) -> NewsReach? { news[event.tag]?(event) }

  /// Whether the case with a tag says for whom its events are.
  package func saysForWhom(tag: Int) -> Bool { news[tag] != nil }
}
