import Foundation
import Testing

/// What ghost binding promises at compile time.
@Suite struct BindingPromiseTests {
  static let cell = """
    import BindingMacros
    struct Event: Identifiable, Equatable { var id = 0 }
    struct Festival: Identifiable, Equatable { var id = 0 }
    struct Holiday: Identifiable, Equatable { var id = 0 }
    @Shows(Event.self, Festival.self)
    final class ReminderCell {
      func take(_ event: Event) {}
      func take(_ festival: Festival) {}
    }

    """

  @Test func `a list of the models that the cell shows compiles`() throws {
    let source = Self.cell + "let rows = ReminderCell.rows([Event()]) + ReminderCell.rows([Festival()])"
    #expect(try Compiler.errors(in: source) == [])
  }

  @Test(arguments: ["ReminderCell.rows([Holiday()])", "ReminderCell.row(Holiday())"])
  func `a model that the cell doesn't show is refused, with the method to write`(rows: String) throws {
    let errors = try Compiler.errors(in: Self.cell + "let rows = \(rows)")
    #expect(
      errors.first?.hasSuffix(
        "'ReminderCell' doesn't show this model; name it in '@Shows' and write 'func take(_:)' for it") == true)
  }

  @Test func `a model named without a method is refused, with the method's first line`() throws {
    let source = Self.cell.replacing("Festival.self)", with: "Festival.self, Holiday.self)")
    #expect(
      try Compiler.errors(in: source)
        .contains("'ReminderCell' shows 'Holiday' but can't take it; write 'func take(_ holiday: Holiday)'"))
  }

  @Test func `a changed model breaks the cell that reads what is gone`() throws {
    let source = Self.cell.replacing(
      "func take(_ event: Event) {}", with: "func take(_ event: Event) { print(event.title) }")
    #expect(try Compiler.errors(in: source) == ["value of type 'Event' has no member 'title'"])
  }

  @Test func `the gallery's tour says what the compiler says`() throws {
    let source = """
      import BindingMacros
      struct Birthday: Identifiable, Equatable { var id = 0 }
      @Shows(Birthday.self)
      final class TourCell {}
      """
    let words = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Examples/Gallery/Comparison/Tour/TourWords.swift")
    let error = try #require(try Compiler.errors(in: source).first)
    #expect(try String(contentsOf: words, encoding: .utf8).contains("\"\(error)\""))
  }
}
