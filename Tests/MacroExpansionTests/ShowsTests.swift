internal import Testing

@testable internal import MacroExpansion

@Suite("What @Shows becomes and complains of")
struct ShowsTests {
  @Test("a cell of one model without tag or common ground")
  func plain() {
    let expansion = Expansion(
      of: """
        @Shows(Event.self)
        final class Cell {
          func take(_ event: Event) {}
        }
        """)
    #expect(expansion.said.isEmpty)
    #expect(expansion.text.contains("typealias Model = GhostBinding.MixedRow<Cell>"))
    #expect(expansion.text.contains("final class EventRow: GhostBinding.RowOf<Cell, Event>"))
    #expect(expansion.text.contains("extension Cell: GhostBinding.MixedViewType"))
    #expect(expansion.text.contains("name it in '@Shows' and write 'func take(_:)' for it"))
    #expect(!expansion.text.contains("typealias Shared"))
    #expect(!expansion.text.contains("typealias Tag"))
  }

  @Test("a public cell of two models, with what they share and a tag for one of them")
  func full() {
    let expansion = Expansion(
      of: """
        @Shows(Event.self, Store.Festival.self)
        public final class Cell {
          func take(_ event: Event) {}
          func take(_ event: Event, tag: Look) {}
          func take(_ festival: Store.Festival) {}
          func takeAny(_ dated: some Dated) {}
        }
        """)
    #expect(expansion.said.isEmpty)
    #expect(expansion.text.contains("public typealias Shared = any Dated"))
    #expect(expansion.text.contains("public typealias Tag = Look"))
    #expect(expansion.text.contains("override func give(to cell: Cell, tag: Look)"))
    #expect(expansion.text.contains("Store_FestivalRow(model, shared: model)"))
  }

  @Test("a cell in a public extension is public, as what it is in says", arguments: ["public", "package"])
  func inherited(access: String) {
    let expansion = Expansion(
      of:
        "\(access) extension Screens { @Shows(Row.self) final class Cell { func take(_ row: Row, tag: Look) {}; func take(_ row: Row) {} } }"
    )
    #expect(expansion.said.isEmpty)
    #expect(expansion.text.contains("\(access) typealias Model"))
    #expect(expansion.text.contains("\(access) typealias Tag"))
  }

  @Test("a tag may be taken by any of the methods for what models share")
  func taggedAny() {
    let expansion = Expansion(
      of: """
        @Shows(Event.self)
        final class Cell {
          func take(_ event: Event) {}
          func takeAny(_ dated: some Dated) {}
          func takeAny(_ dated: some Dated, tag: Look) {}
        }
        """)
    #expect(expansion.said.isEmpty)
    #expect(expansion.text.contains("typealias Tag = Look"))
    #expect(expansion.text.contains("cell.takeAny(model, tag: tag)"))
  }

  @Test(arguments: [
    ("@Shows(A.self) struct C { func take(_ a: A) {} }", "@Shows(A.self)", Complaint.notACell),
    ("@Shows(A.self) class C { func take(_ a: A) {} }", "C", .cellNotFinal("C")),
    ("@Shows() final class C {}", "@Shows()", .showsNothing),
    ("@Shows(A.self, b) final class C { func take(_ a: A) {} }", "b", .modelNotNamed),
    (
      "struct S { private enum P { @Shows(A.self) final class C { func take(_ a: A) {} } } }", "C",
      .hiddenType("P", attribute: "@Shows")
    ),
    ("@Shows(A.self) final class C {}", "A.self", .noTake(cell: "C", model: "A")),
    ("@Shows(Model.self) final class C { func take(_ m: Model) {} }", "Model.self", .hiddenModel("Model")),
    (
      "@Shows(Tag.self) final class C { func take(_ t: Tag) {}; func take(_ t: Tag, tag: Int) {} }", "Tag.self",
      .hiddenModel("Tag")
    ),
    (
      "@Shows(Shared.self) final class C { func take(_ s: Shared) {}; func takeAny(_ s: some P) {} }", "Shared.self",
      .hiddenModel("Shared")
    ),
    (
      "@Shows(A.self) final class C { func take(_ a: A, tag: Int) {} }", "A.self", .noTake(cell: "C", model: "A")
    ),
  ])
  func mistake(source: String, at: String, complaint: Complaint) {
    #expect(Expansion(of: source).said == [Said(at: at, complaint)])
  }
}
