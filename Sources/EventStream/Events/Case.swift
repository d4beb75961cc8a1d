/// What a case path such as `\TodoEvent.rows` leads to. Only its type says anything; it holds nothing.
@dynamicMemberLookup
public struct Case<Key: CaseKey>: Sendable {
  /// Made by the property that `@Event` writes for each case.
  public init() {}

  /// The case of an event nested in this one: `\AppEvent.todo.rows`.
  public subscript<Inner: CaseKey>(
    dynamicMember path: KeyPath<Key.Payload, Case<Inner>>
  ) -> Case<NestedKey<Key, Inner>> where Inner.Root == Key.Payload { Case<NestedKey<Key, Inner>>() }
}

/// The path to a case, written `\TodoEvent.rows` or `\AppEvent.todo.rows`.
public typealias CasePath<Key: CaseKey> = KeyPath<Key.Root, Case<Key>>

/// The key of a case inside a case.
public enum NestedKey<Outer: CaseKey, Inner: CaseKey>: CaseKey where Outer.Payload == Inner.Root {
  /// The outermost event.
  public typealias Root = Outer.Root
  /// What the innermost case carries.
  public typealias Payload = Inner.Payload

  /// The outer case's first tag and, on top, the inner one's within its own event.
  @inlinable public static var tag: Int { Outer.tag + Inner.tag }
  /// As many tags as the inner case has.
  @inlinable public static var width: Int { Inner.width }
  /// Both names, apart by a full stop.
  public static var name: String { Outer.name + "." + Inner.name }

  /// Reads what the inner case carries.
  @inlinable
  public static func payload(of event: Root) -> Payload {
    Inner.payload(of: Outer.payload(of: event))
  }

  /// Makes the outer event of the inner one.
  @inlinable
  public static func event(_ payload: Payload) -> Root { Outer.event(Inner.event(payload)) }
}

extension NestedKey: RequestKey where Inner: RequestKey {
  /// The case that answers, nested in the same events.
  public typealias Answer = NestedKey<Outer, Inner.Answer>
}
