import EventMacros
import Testing

@Event(reach: .app)
private indirect enum Left {
  @Answered(by: \.asked) case ask(Int)
  case right(Right)
  case asked(Result<Int, Lost>)
  case end
}

@Event(reach: .app)
private enum Right {
  case end
  case left(Left)
  case other
}

@Event
private indirect enum First { case second(Second), end }

@Event
private enum Second { case third(Third), end }

@Event
private enum Third { case first(First), end }

@Event
private indirect enum Own {
  typealias Same = Own
  case same(Same), end
}

private struct Lost: AnswerFailure, Codable, Equatable {
  init(_ error: any Error) {}
}

/// Names of cases, and numbers for them, without end.
@Suite(.timeLimit(.minutes(1))) struct `Events that nest each other` {
  private func expectSentence(_ result: ExitTest.Result?, of names: String) {
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("\(names); let one of them carry a struct that holds the event"), "\(said)")
  }

  @Test func `stop the program with a sentence when one is sent`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      AppStream().send(Left.end)
    }
    expectSentence(result, of: "'Right' and 'Left' nest each other, directly or by others")
  }

  @Test func `stop it when one is observed, by a session too`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let session = SessionStream(app: AppStream())
      _ = session.observe(\Right.left) { _, _ in }
    }
    expectSentence(result, of: "'Left' and 'Right' nest each other, directly or by others")
  }

  @Test func `stop it when somebody asks whether one is observed`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = SessionStream(app: AppStream()).isObserved(\Left.asked)
    }
    expectSentence(result, of: "'Right' and 'Left' nest each other, directly or by others")
  }

  @Test func `stop it where three make a ring`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      AppStream().send(First.end)
    }
    expectSentence(result, of: "'Third' and 'First' nest each other, directly or by others")
  }

  @Test func `stop it where one nests itself by another name`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      AppStream().send(Own.end)
    }
    expectSentence(result, of: "'Own' nests itself")
  }
}
