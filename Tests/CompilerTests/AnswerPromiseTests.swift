import Testing

/// What requests and answers promise at compile time.
@Suite struct AnswerPromiseTests {
  static let events = """
    import EventMacros
    struct Query: Sendable, Equatable, Codable {}
    struct Row: Sendable, Equatable, Codable {}
    enum Trouble: String, AnswerFailure {
      case bad
      init(_ error: any Error) { self = .bad }
    }
    @Event enum ListEvent {
      @Answered(by: \\.rows) case ask(Query)
      case rows(Result<[Row], Trouble>)
      case plain(Int)
    }

    """

  func server(_ observer: String) -> String {
    Self.events + """
      struct Presenter: Server {
        var observers: some Observers { \(observer) }
      }
      """
  }

  @Test func `a request that is answered with what it asks for compiles`() throws {
    #expect(try Compiler.errors(in: server("Answer(\\ListEvent.ask) { _ in [Row()] }")) == [])
  }

  @Test(arguments: [
    "Answer(\\ListEvent.ask) { _ in 5 }", "Answer(\\ListEvent.plain) { _ in 5 }", "On(\\ListEvent.ask) { _ in 5 }",
    "On(\\ListEvent.ask) { _ in ListEvent.rows(5) }", "On(\\ListEvent.rowz) { _ in ListEvent.plain(1) }",
  ])
  func `a request that is answered with anything else doesn't compile`(observer: String) throws {
    #expect(try !Compiler.errors(in: server(observer)).isEmpty)
  }
}
