import EventLog
import EventStream
import Foundation
import Logging
import Testing
import ViewKit

@testable import WebServer

/// A screen with a button that counts.
class Counting: Controller {
  @SessionState var count = 0
  let number = Label()
  let name: TextInput
  private let isRebuilt: Bool
  private let step: Int
  private let nameWhenRestored: String?

  /// - Parameters:
  ///   - isRebuilt: Whether other views stand before those that it has otherwise.
  ///   - nameOfName: What its field is called.
  ///   - step: How much the button adds.
  ///   - nameWhenRestored: What the button is called where the screen is made of a snapshot; the same unless given.
  init(isRebuilt: Bool, nameOfName: String = "Name", step: Int = 1, nameWhenRestored: String? = nil) {
    self.isRebuilt = isRebuilt
    self.step = step
    self.nameWhenRestored = nameWhenRestored
    name = TextInput.line(nameOfName)
  }

  override func loadView() -> View {
    let more = Button("More") { [unowned self] in
      count += step
      number.text = "\(count)"
    }
    let main = Stack.main(number, name, more)
    if isRebuilt {
      main.insert(TextInput.line("Other"), at: 0)
      main.insert(Button("Less"), at: 1)
    }
    return main
  }

  override func didRestoreState() {
    number.text = "\(count)"
    if let nameWhenRestored { (view.children.last as? Button)?.text = nameWhenRestored }
  }
}

/// What a later program has.
enum Later {
  /// The same screen; it keeps how often its button was pressed, too.
  final class Counting: Controller {
    @SessionState private var count = 0
    @SessionState private var presses = 0
    private let number = Label()

    override func loadView() -> View {
      let more = Button("More") { [unowned self] in
        count += 1
        presses += 1
        didRestoreState()
      }
      return Stack.main(number, TextInput.line("Name"), more)
    }

    override func didRestoreState() { number.text = "\(count), \(presses)" }
  }
}

/// An app of one screen.
struct CountingApp: LiveApp {
  let name = "Counting"
  let screen: @Sendable () -> Controller
  func session(for visitor: Visitor) -> Session { Session(screens: Routes { [screen] in "/" ~> { screen() } }) }
}

/// Processes of an app that counts, over one log.
protocol CountingProcesses {}

extension CountingProcesses {
  /// A server's store of sessions over a log, as one process has it.
  func process(
    _ log: any EventLog, program: String = "first", snapshots: Int = 4, migrations: LogMigrations = LogMigrations(),
    configuration: ServerConfiguration = ServerConfiguration(), mostPlayed: Int = SessionRecording.mostPlayed,
    mostInputs: Int = SessionRecording.mostBroughtBack, screenInterval: Int = 1, clock: EventClock = .coarse,
    logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
    _ screen: @escaping @Sendable () -> Controller = { Counting(isRebuilt: false) }
  ) -> SessionStore {
    let journal = journal(
      log, snapshots: snapshots, program: program, mostPlayed: mostPlayed, mostInputs: mostInputs,
      screenInterval: screenInterval, logger: logger, migrations)
    let stream = AppStream(clock: clock)
    stream.add(LogTap(log))
    return SessionStore(
      CountingApp(screen: screen), stream: stream, configuration: configuration, journal: journal)
  }

  func journal(
    _ log: any EventLog, snapshots: Int = 4, program: String = "first", mostPlayed: Int = SessionRecording.mostPlayed,
    mostInputs: Int = SessionRecording.mostBroughtBack, screenInterval: Int = 1,
    logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
    _ migrations: LogMigrations = LogMigrations()
  ) -> Journal {
    Journal(
      log, decoder: EventDecoder(migrations: migrations), screenInterval: screenInterval, snapshotInterval: snapshots,
      mostPlayed: mostPlayed, mostInputs: mostInputs, program: program, logger: logger)
  }

  func open(_ store: SessionStore) async throws -> WebSession {
    try await store.open("/", visitor: "v", reading: ["en"], from: "a")
  }

  func view(_ session: WebSession, _ name: String) async throws -> Int {
    let found = await session.live.withScreen { tree in
      (1...200_000).lazy.compactMap { tree.view($0) }.first { $0.name == name || $0[text: .text] == name }?.id
    }
    return try #require(found ?? nil)
  }

  func press(_ session: WebSession, times: Int, from first: Int = 1) async throws {
    let more = try await view(session, "More")
    for number in first..<(first + times) {
      _ = session.take(number)
      try await session.live.receive(Intent(.view(more), .tap, .none), number: number) { _ in session.finish(number) }
    }
  }

  func text(_ session: WebSession) async -> String {
    await session.live.withScreen { tree in
      tree.root.children.first?.children.first?.children.first { $0.kind == .label }?[text: .text] ?? ""
    } ?? ""
  }

  func snapshot(in log: any EventLog, of session: WebSession) async throws -> LogSnapshot? {
    for _ in 0..<200 {
      if let found = try await log.snapshot(of: session.id, before: .max) { return found }
      try await Task.sleep(for: .milliseconds(5))
    }
    return nil
  }
}
