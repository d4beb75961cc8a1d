import EventLog
import EventMacros
import EventStream
import Synchronization
import Testing

/// What a log calls events by.
@Suite struct EventNameTests {
  @Event
  enum CaféEvent { case served(Int), bestellt(String) }

  @Event
  enum 待办Event { case 行([String]), note(Note) }

  @Event(name: "shop.Todo")
  enum ShopTodo { case rows(Int), note(Note) }

  enum Kitchen {
    @Event
    enum MealEvent { case ready(Int) }
  }

  enum Bar {
    @Event
    enum MealEvent { case poured, ready(String) }
  }

  @Test func `names lead back to events, whatever letters they have`() async throws {
    let log = try MemoryLog()
    let stream = session("a", in: AppStream(), log: log)
    stream.send(CaféEvent.served(1))
    stream.send(CaféEvent.bestellt("Tee"))
    stream.send(待办Event.行(["米"]))
    stream.send(待办Event.note(.number(2)))
    stream.send(ShopTodo.rows(3))
    stream.send(ShopTodo.note(.text("x")))
    let records = try await log.records(of: .session("a"), after: 0, limit: 9)
    #expect(
      records.map(\.name) == [
        "CaféEvent.served", "CaféEvent.bestellt", "待办Event.行", "待办Event.note.number", "shop.Todo.rows",
        "shop.Todo.note.text",
      ])
    let events = try records.map { try $0.event() }
    #expect(events.compactMap { $0 as? CaféEvent } == [.served(1), .bestellt("Tee")])
    #expect(events.compactMap { $0 as? 待办Event } == [.行(["米"]), .note(.number(2))])
    #expect(events.compactMap { $0 as? ShopTodo } == [.rows(3), .note(.text("x"))])
  }

  @Test func `names that two types share are told, and no event is taken for one of the other`() async throws {
    let failures = Mutex<[EventLogError]>([])
    let log = try MemoryLog(onFailure: { failure in failures.withLock { $0.append(failure) } })
    let kitchen = session("kitchen", in: AppStream(), log: log)
    let bar = session("bar", in: AppStream(), log: log)
    kitchen.send(Kitchen.MealEvent.ready(1))
    bar.send(Bar.MealEvent.poured)
    bar.send(Bar.MealEvent.ready("tea"))
    bar.send(Bar.MealEvent.poured)
    try await log.flush()
    let records = try await log.records(of: nil, after: 0, limit: 9)
    #expect(records.map(\.name) == ["MealEvent.ready", "MealEvent.poured"])
    #expect(try records[1].event() as? Bar.MealEvent == .poured)
    let error = #expect(throws: EventLogError.self) { try records[0].event() }
    guard case .ambiguousEvent("MealEvent.ready", let types)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(types.count == 2)
    #expect(error?.description.contains("Kitchen.MealEvent") == true)
    guard case .unwritable("MealEvent.ready", let reason)? = failures.withLock({ $0.first }) else {
      Issue.record("nothing was told")
      return
    }
    #expect(reason.contains("Kitchen.MealEvent and of ") && reason.contains("@Event(name:"))
  }
}
