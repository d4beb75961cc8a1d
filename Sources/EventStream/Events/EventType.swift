internal import Synchronization

/// What the streams know about one type of event: its stable names and which case answers which.
///
/// There is one instance per type and process; it is never freed. Thread-safe.
public final class EventType: Sendable {
  /// The stable name of the type, such as `TodoEvent`.
  public let name: String
  /// The names of the cases without the type's, in the order of their tags; nested ones as `todo.rows`.
  public let caseNames: [String]
  /// How many tags the type has, those of nested events included.
  public let caseCount: Int
  /// How far events of the type travel.
  public let reach: Reach
  /// The type itself.
  public let root: any Event.Type

  /// The type's number in this process: dense, from 0, in the order of first use.
  @usableFromInline package let index: Int
  /// For each tag, a number that follows from the name of its case, and may be another's too: the same in every program.
  let kinds: [UInt8]
  /// For each tag, the tag of its answer, or -1.
  let answerTags: [Int32]
  /// The same as raw memory, because reading an array retains it.
  // Safe because it is written before anybody sees it, never changed and never freed: event types aren't either.
  @usableFromInline nonisolated(unsafe) let answers: UnsafePointer<Int32>
  /// Makes the failed answer to the request with a tag.
  let failure: @Sendable (_ tag: Int, _ error: any Error) -> (any Event)?
  /// Whether an operator should know of what has failed the request with a tag: see ``AnswerFailure/isForOperator(_:)``.
  let isForOperator: @Sendable (_ tag: Int, _ error: any Error) -> Bool
  /// For each tag that answers and is news, for whom an event is.
  let news: [(@Sendable (any Event) -> NewsReach)?]
  /// For each tag, whether it answers a request of the type.
  let isAnswer: [Bool]
  let handling: Handling

  /// What a queue does with an event that lies in raw memory. Closures, so that they are compiled where the type is
  /// known.
  @usableFromInline
  struct Handling: Sendable {
    @usableFromInline typealias Deliver = @Sendable (_ record: UnsafeMutableRawPointer, Dispatcher) -> Void
    let deliver: Deliver
    let destroy: @Sendable (UnsafeMutableRawPointer) -> Void

    @usableFromInline
    init(deliver: @escaping Deliver, destroy: @escaping @Sendable (UnsafeMutableRawPointer) -> Void) {
      self.deliver = deliver
      self.destroy = destroy
    }
  }

  /// Describes an event type. Call it once per type, in a `static let`.
  ///
  /// - Parameters:
  ///   - type: The event type.
  ///   - name: Its stable name: what logs and recordings call it, whatever the type is called later.
  ///   - cases: Its cases in the order of their tags.
  @inlinable
  public static func make<Root: Event>(_ type: Root.Type, name: String, cases: [EventCase<Root>]) -> EventType {
    EventType(
      of: type, name: name, cases: cases,
      handling: Handling(
        deliver: { record, dispatcher in
          // Destroyed even where nobody observes it: the queue gives it up with this call.
          let event = EventQueue.Record.payload(record, Root.self).move()
          dispatcher.deliver(event, index: Root.eventType.index, tag: event.tag)
        },
        destroy: { record in EventQueue.Record.payload(record, Root.self).deinitialize(count: 1) }))
  }

  @usableFromInline
  init<Root: Event>(of type: Root.Type, name: String, cases: [EventCase<Root>], handling: Handling) {
    self.name = name
    self.handling = handling
    reach = Root.reach
    root = Root.self
    caseNames = cases.flatMap(\.names)
    caseCount = caseNames.count
    kinds = caseNames.map { [name] in kind(ofCase: "\(name).\($0)") }
    let tags = cases.flatMap { $0.answers() }
    answerTags = tags.map(Int32.init)
    isAnswer = caseNames.indices.map(tags.contains)
    news = cases.flatMap(\.news)
    let answers = UnsafeMutablePointer<Int32>.allocate(capacity: caseCount)
    answers.initialize(from: answerTags, count: caseCount)
    self.answers = UnsafePointer(answers)
    let failures = cases.flatMap { single in single.names.indices.map { (offset: $0, make: single.failure) } }
    failure = { tag, error in failures[tag].make?(failures[tag].offset, error) }
    let concerns = cases.flatMap { single in single.names.indices.map { (offset: $0, judge: single.isForOperator) } }
    isForOperator = { tag, error in concerns[tag].judge?(concerns[tag].offset, error) ?? true }
    index = registry.withLock { types in
      types.append(nil)
      return types.count - 1
    }
    registry.withLock { [index] in $0[index] = self }
  }

  /// The stable name of a case, such as `TodoEvent.rows`.
  ///
  /// - Parameter tag: A tag in `0 ..< caseCount`; any other gives the type's name alone.
  public func name(ofTag tag: Int) -> String {
    caseNames.indices.contains(tag) ? name + "." + caseNames[tag] : name
  }

  /// The tag of a case by its stable name, such as `TodoEvent.rows`; `nil` if the type has no such case.
  public func tag(ofName caseName: String) -> Int? {
    guard caseName.hasPrefix(name) else { return nil }
    let rest = caseName.dropFirst(name.count)
    guard rest.first == "." else { return nil }
    return caseNames.firstIndex { $0 == rest.dropFirst() }
  }

  /// The type whose events have the given name, which may be that of a case, such as `TodoEvent.rows`.
  ///
  /// A process knows an event type from its first use: when one is sent or observed. `nil` for any other.
  public static func named(_ name: String) -> EventType? {
    // Two types of one process may have the same name, in its tests say: then the one that has the case is meant.
    registry.withLock { types in types.lazy.compactMap { $0 }.first { $0.isCalled(name) } }
  }

  /// All types whose events have the given name: where there are several, nobody can tell which is meant.
  package static func all(named name: String) -> [EventType] {
    registry.withLock { types in types.compactMap { $0 }.filter { $0.isCalled(name) } }
  }

  private func isCalled(_ name: String) -> Bool { self.name == name || tag(ofName: name) != nil }

  /// The description with the given index, if a type has it.
  package static func at(_ index: Int) -> EventType? {
    registry.withLock { $0.indices.contains(index) ? $0[index] : nil }
  }
}

/// The upper bits of FNV-1a, in which all of a name is.
private func kind(ofCase name: String) -> UInt8 {
  UInt8(name.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 } >> 24)
}

private let registry = Lock<[EventType?]>([])
