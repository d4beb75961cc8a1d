internal import Synchronization

/// Which events nest which others. One has a tag for each case of those that it nests: there is no end of tags where they nest each other.
enum Nesting {
  /// Notes that an event nests another. To be called before that one is asked for its cases, for which it might ask this one.
  ///
  /// Stops the program, with a word on how to mend it, if they nest each other: no macro sees more than one of them.
  static func note<Outer: Event, Inner: Event>(_ inner: Inner.Type, in outer: Outer.Type) {
    let isRing = nested.withLock { nested in
      nested[ObjectIdentifier(outer), default: []].insert(ObjectIdentifier(inner))
      return nested.leads(from: ObjectIdentifier(inner), to: ObjectIdentifier(outer))
    }
    guard isRing else { return }
    let names =
      inner == outer ? "'\(outer)' nests itself" : "'\(outer)' and '\(inner)' nest each other, directly or by others"
    // A failed precondition says nothing in a release build.
    fatalError(names + "; let one of them carry a struct that holds the event")
  }
}

/// The types that each event type nests itself.
private let nested = Lock<[ObjectIdentifier: Set<ObjectIdentifier>]>([:])

extension [ObjectIdentifier: Set<ObjectIdentifier>] {
  /// Whether one type is another, or nests it in whatever it nests.
  fileprivate func leads(from first: ObjectIdentifier, to last: ObjectIdentifier) -> Bool {
    var seen: Set = [first]
    var left = [first]
    while let type = left.popLast() {
      if type == last { return true }
      left += (self[type] ?? []).filter { seen.insert($0).inserted }
    }
    return false
  }
}
