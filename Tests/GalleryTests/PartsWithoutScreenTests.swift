import GalleryFrame
import GhostlightTesting
import Testing

@testable import GalleryArchitectures

/// The parts that can be tested without a screen, each in its pattern's own way.
@Suite struct PartsWithoutScreenTests {
  private let source = ReminderSource(SampleReminders(.english), delay: .zero)

  @Test func `MVCS: the service knows the order and who stands out`() {
    let service = ReminderService(source)
    service.load {}
    #expect(service.reminders.map(\.date) == service.reminders.map(\.date).sorted())
    #expect(service.reminders.filter(\.standsOut).allSatisfy { !$0.isFestival })
    service.letFestivalsStandOut(true)
    #expect(service.reminders.filter(\.standsOut).allSatisfy { $0.isFestival })
  }

  @Test func `MVP: a few lines can play the view`() {
    final class Played: ReminderListView {
      var said: [String] = []
      func showWaiting() { said.append("waiting") }
      func show(_ rows: [MVPRow]) { said.append("\(rows.count) rows, the first is \(rows.first?.title ?? "")") }
    }
    let view = Played()
    ReminderPresenter(view: view, source: source).load()
    #expect(view.said == ["waiting", "7 rows, the first is New Year’s Day"])
  }

  @Test func `MVP: the greeting is put together by the presenter`() {
    final class Played: GreetingView {
      var greeting = ""
      func setGreeting(_ greeting: String) { self.greeting = greeting }
    }
    let view = Played()
    let person = Person(firstName: "Grace", lastName: "Hopper")
    GreetingPresenter(view: view, person: person, hello: "Hello ").showGreeting()
    #expect(view.greeting == "Hello Grace Hopper")
  }

  @Test func `EventMVVM: send one event, expect one event`() async throws {
    let test = ServerTest(ReminderModelServer(SampleReminders(.english), delay: .zero))
    let answer = try await test.send(
      ReminderDataEvent.requestReminders, expecting: \ReminderDataEvent.reminders)
    #expect(try answer.get().events.count == 3)
  }

  @Test func `render context: what is rendered in the wrong place compiles, which is what speaks against it`() {
    struct Mistaken: Renderable {
      let id = "x"
      let date = Day(1, 1, .english)
      func render(in context: some RenderContext) { context.render(texts: "title", "date") }
    }
    let cell = RenderedCell()
    cell.render(texts: "title", "date")
    #expect(RenderedRow(model: Mistaken()) == RenderedRow(model: Mistaken()))
  }
}
