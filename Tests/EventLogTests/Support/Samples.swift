import EventLog
import EventMacros
import EventStream
import Foundation

struct Failure: AnswerFailure {
  var text: String
  init(_ text: String) { self.text = text }
  init(_ error: any Error) { self = error as? Failure ?? Failure("\(error)") }
}

struct Person: Equatable, Codable, Sendable {
  var name: String
  var age: Int
  var born: Date?
  var friends: [Person] = []
}

struct SignIn: Equatable, Codable, Sendable {
  var name: String
  @Private var password: String
  @Private var code: Int?
}

@Event
enum Note {
  case text(String)
  case number(Int)
  case tick
}

@Event
enum Sample {
  @Answered(by: \.found) case find(String)
  case found(Result<Person, Failure>)
  @Answered(by: \.counted) case count(Int)
  case counted(Result<Int, Failure>)
  case note(Note)
  case signIn(SignIn)
  case values([String: Double?])
}

@Event(reach: .app)
enum Shared {
  @Answered(by: \.stored) case store(Person)
  case stored(Result<Person, Failure>)
  case news(String)
}

/// Numbers that are the same in every run.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}

/// Logs everything that passes a stream.
final class Recorder: Tap {
  let log: any EventLog
  let source: LogSource
  init(_ log: any EventLog, _ source: LogSource) {
    self.log = log
    self.source = source
  }
  func receive<Root: Event>(_ event: Root, _ envelope: Envelope) {
    log.append(event, envelope, from: source, marks: envelope.cause == nil ? .input : [])
  }
}

/// A session whose events are logged.
func session(_ name: String, in app: AppStream, log: any EventLog) -> SessionStream {
  let stream = SessionStream(app: app)
  stream.add(Recorder(log, .session(name)))
  return stream
}

/// A folder that goes with what it is for.
final class TemporaryFolder {
  let url: URL
  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "event-log-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(at: url) }
  func path(_ name: String) -> String { url.appending(path: name).path }
}
