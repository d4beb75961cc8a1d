/// One case of an event, as ``EventType`` wants it described.
public struct EventCase<Root: Event>: Sendable {
  let names: [String]
  /// The tag of the answer, counted from the root, for each tag of this case; -1 where nothing is to be answered. To be asked for when all
  /// cases are described: an answer's tag may lie behind events of other cases, of which it isn't known before whether they nest this one.
  let answers: @Sendable () -> [Int]
  /// Makes the failed answer to the request with the given tag, counted from this case's first.
  let failure: (@Sendable (_ offset: Int, _ error: any Error) -> Root?)?
  /// Whether an operator should know of what has failed the request with the given tag, counted from this case's first.
  let isForOperator: (@Sendable (_ offset: Int, _ error: any Error) -> Bool)?

  /// For each tag that answers and is news: for whom an event is.
  let news: [(@Sendable (any Event) -> NewsReach)?]

  /// An answer that is news for every session that observes it, not only for the one that asked.
  ///
  /// A failed answer goes only to the one that asked all the same.
  public static func news<Key: CaseKey>(_ key: Key.Type) -> EventCase
  where Key.Root == Root, Key.Payload: AnswerResult {
    EventCase(
      names: [Key.name], answers: { [-1] }, failure: nil,
      news: [
        { event in
          guard let event = event as? Root, case .success = Key.payload(of: event).result else { return .nobody }
          return .everyone
        }
      ])
  }

  /// An answer that is news for the sessions of one visitor: its success says whose.
  public static func news<Key: CaseKey>(_ key: Key.Type) -> EventCase
  where Key.Root == Root, Key.Payload: AnswerResult, Key.Payload.Success: Addressed {
    EventCase(
      names: [Key.name], answers: { [-1] }, failure: nil,
      news: [
        { event in
          guard let event = event as? Root, case .success(let value) = Key.payload(of: event).result else {
            return .nobody
          }
          return .visitor(value.addressee)
        }
      ])
  }

  private init(
    names: [String], answers: @escaping @Sendable () -> [Int], failure: (@Sendable (Int, any Error) -> Root?)?,
    news: [(@Sendable (any Event) -> NewsReach)?]
  ) {
    self.names = names
    self.answers = answers
    self.failure = failure
    isForOperator = nil
    self.news = news
  }

  /// A case that carries a value, or none.
  @_disfavoredOverload
  public init<Key: CaseKey>(_ key: Key.Type) where Key.Root == Root {
    names = [Key.name]
    answers = { [-1] }
    failure = nil
    isForOperator = nil
    news = [nil]
  }

  /// A case that asks for something.
  public init<Key: RequestKey>(_ key: Key.Type) where Key.Root == Root {
    names = [Key.name]
    answers = { [Key.Answer.tag] }
    failure = { _, error in Key.answer(.failure(Key.Failure(error))) }
    isForOperator = { _, error in Key.Failure.isForOperator(error) }
    news = [nil]
  }

  /// A case that carries another event, which mustn't carry this one, nor an event that does.
  public init<Key: CaseKey>(_ key: Key.Type) where Key.Root == Root, Key.Payload: Event {
    Nesting.note(Key.Payload.self, in: Root.self)
    let nested = Key.Payload.eventType
    names = nested.caseNames.map { Key.name + "." + $0 }
    answers = { nested.answerTags.map { $0 < 0 ? -1 : Int($0) + Key.tag } }
    failure = { offset, error in
      guard let inner = nested.failure(offset, error) as? Key.Payload else { return nil }
      return Key.event(inner)
    }
    isForOperator = { offset, error in nested.isForOperator(offset, error) }
    let firstTag = Key.tag
    news = nested.news.map { isNews in
      guard let isNews else { return nil }
      return { event in
        guard let event = event as? Root, event.tag >= firstTag else { return .nobody }
        return isNews(Key.payload(of: event))
      }
    }
  }

  /// A mistake: the cases of a nested event are answered one by one, so that the case around them cannot be. Only a
  /// warning, for an unavailable initialiser would lose against the two above, which do not tell what is wrong.
  @available(*, deprecated, message: "a request cannot carry an event; let it carry a struct, or drop '@Answered'")
  public init<Key: RequestKey>(_ key: Key.Type) where Key.Root == Root, Key.Payload: Event {
    names = []
    answers = { [] }
    failure = nil
    isForOperator = nil
    news = [nil]
  }
}
