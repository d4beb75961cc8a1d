internal import EventMacros
@testable internal import EventStream
internal import Testing

@Suite("What @Event writes")
struct EventTests {
  @Test("tags count the cases of nested events one by one")
  func tags() {
    #expect(TodoEvent.show(Query("")).tag == 0)
    #expect(TodoEvent.quit.tag == 5)
    #expect(AppEvent.started(Query("")).tag == 0)
    #expect(AppEvent.todo(.save).tag == 2)
    #expect(AppEvent.store(.filled([:])).tag == 8)
    #expect(AppEvent.stopped.tag == 9)
    #expect(RootEvent.app(.todo(.quit)).tag == 6)
    #expect(RootEvent.end.tag == 10)
    #expect(AroundManualEvent.manual(.done).tag == 3)
    #expect(AroundManualEvent.last.tag == 4)
  }

  @Test("tags count the cases of events that are called as other types are, or stand in parentheses")
  func shadows() {
    #expect(Shadows.Outer.first(.long).tag == 1)
    #expect(Shadows.Outer.second(.one).tag == 2)
    #expect(Shadows.Outer.second(.many).tag == 3)
    #expect(Shadows.Outer.third([]).tag == 4)
    #expect(Shadows.Outer.last.tag == 5)
    #expect(Shadows.Outer.caseCount == 6 && Shadows.Outer.eventType.caseCount == 6)
    #expect(Shadows.Outer.second(.many).name == "Outer.second.many")
  }

  @Test("cases may be called as types are")
  func typeNames() {
    #expect(tag(of: \TypeNames.Int) == 0 && tag(of: \TypeNames.Void) == 2)
    #expect(TypeNames.String([1]).tag == 1 && TypeNames.last("").tag == 3)
    #expect(TypeNames.Void.name == "TypeNames.Void")
    #expect(payload(of: TypeNames.String([1, 2]), at: \TypeNames.String) == [1, 2])
    #expect(event(at: \TypeNames.Int, ()) == .Int)
  }

  @Test("a key has the tag of its case, and as many as its payload has")
  func keys() {
    #expect(tag(of: \TodoEvent.rows) == 2)
    #expect(tag(of: \AppEvent.todo.rows) == 3)
    #expect(tag(of: \RootEvent.app.todo.rows) == 3)
    #expect(tag(of: \RootEvent.end) == 10)
    #expect(tag(of: \AroundManualEvent.manual.told) == 2)
    #expect(width(of: \AppEvent.started) == 1)
    #expect(width(of: \AppEvent.todo) == 6)
    #expect(width(of: \RootEvent.app) == 10)
    #expect(width(of: \RootEvent.app.todo) == 6)
    #expect(width(of: \AroundManualEvent.manual) == 3)
  }

  @Test("names are stable and say where a nested case lies")
  func names() {
    #expect(TodoEvent.quit.name == "TodoEvent.quit")
    #expect(TodoEvent.default(1).name == "TodoEvent.default")
    #expect(AppEvent.todo(.rows(.success([]))).name == "App.todo.rows")
    #expect(RootEvent.app(.store(.cleared)).name == "RootEvent.app.store.cleared")
    #expect(AroundManualEvent.manual(.told(.success(1))).name == "AroundManualEvent.manual.told")
  }

  @Test("the description counts every tag as the event does")
  func counts() {
    #expect(TodoEvent.caseCount == 6 && TodoEvent.eventType.caseCount == 6)
    #expect(AppEvent.caseCount == 10 && AppEvent.eventType.caseCount == 10)
    #expect(RootEvent.caseCount == 11 && RootEvent.eventType.caseCount == 11)
    #expect(NoEvent.caseCount == 0 && NoEvent.eventType.caseCount == 0)
    #expect(ManualEvent.caseCount == 3 && AroundManualEvent.caseCount == 5)
    #expect(PackageEvent.caseCount == 1 && Namespace.InPublicExtension.caseCount == 1)
  }

  @Test("requests know the tag of their answer, nested ones too")
  func answerTags() {
    #expect(TodoEvent.eventType.answerTags == [2, 3, -1, -1, -1, -1])
    #expect(AppEvent.eventType.answerTags == [-1, 3, 4, -1, -1, -1, -1, -1, -1, -1])
    #expect(RootEvent.eventType.answerTags == [-1, 3, 4, -1, -1, -1, -1, -1, -1, -1, -1])
    #expect(AliasEvent.eventType.answerTags == [1, -1])
    #expect(ManualEvent.eventType.answerTags == [1, -1, -1])
    #expect(AroundManualEvent.eventType.answerTags == [-1, 2, -1, -1, -1])
  }

  @Test("any error becomes the failed answer to the request that it ended")
  func failures() {
    let failure = RootEvent.eventType.failure
    #expect(failure(1, TodoFailure.gone) as? RootEvent == .app(.todo(.rows(.failure(.gone)))))
    #expect(failure(3, TodoFailure.gone) == nil)
    let manual = AroundManualEvent.eventType.failure(1, TodoFailure.gone)
    #expect(manual as? AroundManualEvent == .manual(.told(.failure(.gone))))
  }

  @Test("a key reads and makes the events of its case")
  func payloads() {
    #expect(payload(of: AppEvent.todo(.show(Query("a"))), at: \AppEvent.todo.show) == Query("a"))
    #expect(event(at: \AppEvent.todo.show, Query("a")) == .todo(.show(Query("a"))))
    #expect(event(at: \TodoEvent.quit, ()) == .quit)
    #expect(event(at: \RootEvent.app.store.filled, ["a": 1]) == .app(.store(.filled(["a": 1]))))
  }

  @Test("a request leads to its answer in the types")
  func answers() {
    #expect(answer(to: \TodoEvent.show, .success([1])) == .rows(.success([1])))
    #expect(answer(to: \AppEvent.todo.save, .failure(.gone)) == .todo(.saved(.failure(.gone))))
    #expect(answer(to: \AliasEvent.ask, .success(1)) == .told(.success(1)))
    #expect(answer(to: \ManualEvent.ask, .success(1)) == .told(.success(1)))
  }

  @Test("events are equal when case and payload are")
  func equality() {
    #expect(TodoEvent.rows(.success([1])) == .rows(.success([1])))
    #expect(TodoEvent.rows(.success([1])) != .rows(.failure(.gone)))
    #expect(TodoEvent.quit != .save)
  }

  @Test("events stay in their session unless they are declared to go to the app")
  func reach() {
    #expect(TodoEvent.reach == .session && TodoEvent.eventType.reach == .session)
    #expect(StoreEvent.reach == .app && StoreEvent.eventType.reach == .app)
  }

  private func tag<Key: CaseKey>(of path: CasePath<Key>) -> Int { Key.tag }
  private func width<Key: CaseKey>(of path: CasePath<Key>) -> Int { Key.width }
  private func payload<Key: CaseKey>(of event: Key.Root, at path: CasePath<Key>) -> Key.Payload {
    Key.payload(of: event)
  }
  private func event<Key: CaseKey>(at path: CasePath<Key>, _ payload: Key.Payload) -> Key.Root { Key.event(payload) }
  private func answer<Key: RequestKey>(
    to path: CasePath<Key>, _ result: Result<Key.Success, Key.Failure>
  ) -> Key.Root { Key.answer(result) }
}
