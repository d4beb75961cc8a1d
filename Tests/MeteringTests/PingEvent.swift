import EventMacros
import EventStream

/// A request and its answer, made for another.
@Event(reach: .app)
enum PingEvent {
  @Answered(by: \.pong) case ping(Int)
  case pong(Result<Int, PingFailure>)
  @Answered(by: \.played) case play
  case played(Result<Int, PingFailure>)
}

struct PingFailure: AnswerFailure {
  init(_ error: any Error) {}
}

struct PingServer: Server {
  var observers: some Observers {
    Answer(\PingEvent.ping) { $0 + 1 }
    Answer(\PingEvent.play) { _, steps in try await steps.ask(\PingEvent.ping, 1) }
  }
}

/// A request within a session, for which the app is asked.
@Event
enum TableEvent {
  @Answered(by: \.served) case serve(Int)
  case served(Result<Int, PingFailure>)
}

struct TableServer: Server {
  var observers: some Observers {
    Answer(\TableEvent.serve) { number, steps in try await steps.ask(\PingEvent.ping, number) }
  }
}
