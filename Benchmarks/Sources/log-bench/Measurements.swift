import EventLog
import EventLogSQLite
import EventStream
import Foundation
import GRDB
import Synchronization

/// Waits of many callers, in seconds.
final class Waits: Sendable {
  private let values = Mutex<[Double]>([])
  func add(_ more: [Double]) { values.withLock { $0 += more } }
  var sorted: [Double] { values.withLock { $0.sorted() } }
}

let folder = FileManager.default.temporaryDirectory.appending(path: "log-bench-\(UUID().uuidString)")
func path(_ name: String) -> String { folder.appending(path: name + ".sqlite").path }

/// Prints at once, for those who watch.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

func seconds(_ body: () async throws -> Void) async rethrows -> Double {
  let start = ContinuousClock.now
  try await body()
  let (seconds, attoseconds) = (ContinuousClock.now - start).components
  return Double(seconds) + Double(attoseconds) / 1e18
}

func summary(_ values: [Double]) -> String {
  let sorted = values.sorted()
  func text(_ value: Double) -> String { value >= 100 ? "\(Int(value))" : "\((value * 10).rounded() / 10)" }
  return "\(text(sorted[sorted.count / 2])) (\(text(sorted[0]))–\(text(sorted[sorted.count - 1])))"
}

/// Time of this thread alone, so that what the writer's thread and other programs do isn't counted.
func threadNanoseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

let events = (0..<1_000).map(Store.sample)

// MARK: A dispatch

func dispatches() async throws {
  var bare: [Double] = []
  var logged: [Double] = []
  let log = try SQLiteLog(path: path("dispatch"))
  for _ in 0..<15 {
    for isLogged in [false, true] {
      let stream = AppStream()
      if isLogged { stream.add(Recorder(log)) }
      let subscription = stream.observe(\Store.changed) { _ in }
      let count = 20_000
      let start = threadNanoseconds()
      for number in 0..<count { stream.send(events[number % events.count]) }
      let spent = (threadNanoseconds() - start) / Double(count)
      if isLogged { logged.append(spent) } else { bare.append(spent) }
      subscription.cancel()
      try await log.flush()
    }
  }
  say("a dispatch, ns of the sending thread: \(summary(bare)); logged: \(summary(logged))")
  say("added: \(summary(zip(logged, bare).map { $0 - $1 }))")
  try await log.close()
}

// MARK: Durable appends

func plainRows() async throws -> Double {
  let pool = try DatabasePool(path: path("plain"))
  try await pool.write { try $0.execute(sql: "CREATE TABLE rows (id INTEGER PRIMARY KEY, content BLOB)") }
  try await pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
  let row = Data(repeating: 7, count: 206)
  let groups = 300
  let spent = try await seconds {
    for _ in 0..<groups {
      try pool.writeWithoutTransaction { database in
        try database.inTransaction {
          let statement = try database.cachedStatement(sql: "INSERT INTO rows (content) VALUES (?)")
          for _ in 0..<100 { try statement.execute(arguments: [row]) }
          return .commit
        }
      }
    }
  }
  try pool.close()
  return Double(groups * 100) / spent
}

/// - Parameter rate: So many events a second are sent, each caller's at moments of its own; as many as go through unless given.
func durableAppends(
  callers: Int, name: String, rate: Double? = nil
) async throws -> (rate: Double, waits: [Double]) {
  let log = try SQLiteLog(path: path(name))
  let rounds = rate.map { max(20, Int($0) / callers / 5) } ?? max(20, 1_000 / callers)
  let waits = Waits()
  let stream = AppStream()
  stream.add(Recorder(log))
  let perFlush = 10
  let pause = rate.map { Double(callers * perFlush) / $0 }
  let begin = ContinuousClock.now + .milliseconds(50)
  let spent = try await seconds {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for caller in 0..<callers {
        group.addTask { @Sendable in
          var own: [Double] = []
          for round in 0..<rounds {
            if let pause {
              let moment = begin + .seconds(pause * (Double(round) + Double(caller) / Double(callers)))
              try await Task.sleep(until: moment, tolerance: .zero)
            }
            for step in 0..<perFlush { stream.send(events[(caller + round + step) % events.count]) }
            own.append(try await seconds { try await log.flush() })
          }
          waits.add(own)
        }
      }
      try await group.waitForAll()
    }
  }
  try await log.close()
  return (Double(callers * rounds * perFlush) / spent, waits.sorted)
}

func appends() async throws {
  for callers in (ProcessInfo.processInfo.environment["CALLERS"].flatMap(Int.init).map { [$0] } ?? [1, 10, 100, 500]) {
    var rates: [Double] = []
    var plain: [Double] = []
    var longest: [Double] = []
    var usual: [Double] = []
    for round in 0..<3 {
      plain.append(try await plainRows())
      for name in ["plain"] {
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path(name) + end) }
      }
      let (rate, waits) = try await durableAppends(callers: callers, name: "append-\(callers)-\(round)")
      rates.append(rate)
      longest.append((waits.last ?? 0) * 1_000)
      usual.append(waits[waits.count * 99 / 100] * 1_000)
    }
    say(
      "\(callers) callers, ten events and a flush each: \(summary(rates)) events a second; "
        + "plain rows in groups of 100: \(summary(plain)); 99th wait \(summary(usual)) ms, longest \(summary(longest)) ms"
    )
    if callers == 500 { try await appendsAtGoal(callers: callers, plain: plain.sorted()[plain.count / 2]) }
  }
}

/// What callers wait when they don't send more than the goal says that is taken: as fast as they can they always wait for each other.
func appendsAtGoal(callers: Int, plain: Double) async throws {
  var rates: [Double] = []
  var longest: [Double] = []
  var usual: [Double] = []
  for round in 0..<3 {
    let (rate, waits) = try await durableAppends(callers: callers, name: "goal-\(round)", rate: plain * 0.8)
    rates.append(rate)
    longest.append((waits.last ?? 0) * 1_000)
    usual.append(waits[waits.count * 99 / 100] * 1_000)
  }
  say(
    "\(callers) callers, together 0.8 of what plain rows do: \(summary(rates)) events a second; "
      + "99th wait \(summary(usual)) ms, longest \(summary(longest)) ms")
}

// MARK: Reading

func write(_ count: Int, to path: String) async throws {
  let log = try SQLiteLog(path: path)
  let stream = AppStream()
  stream.add(Recorder(log))
  for number in 0..<count {
    stream.send(events[number % events.count])
    // A log keeps so much in memory and no more.
    if number % 50_000 == 0 { try await log.flush() }
  }
  try await log.close()
}

func reading() async throws {
  let count = ProcessInfo.processInfo.environment["EVENTS"].flatMap(Int.init) ?? 200_000
  try await write(count, to: path("reading"))
  let log = try SQLiteLog(path: path("reading"))
  var records: [LogRecord] = []
  var read: [Double] = []
  for _ in 0..<5 {
    records = []
    let spent = try await seconds {
      records = try await log.records(of: .app, after: 0, limit: .max)
    }
    read.append(Double(count) / spent / 1e6)
  }
  guard records.count == count else { fatalError("\(count) events were logged, and \(records.count) read") }
  say("records read, million a second: \(summary(read))")
  let decoder = EventDecoder([Store.self])
  var decoded: [Double] = []
  for _ in 0..<5 {
    let spent = try await seconds { for record in records { _ = try decoder.event(of: record) } }
    decoded.append(Double(count) / spent / 1e6)
  }
  say("events decoded, million a second: \(summary(decoded))")
  let json = try JSONEncoder().encode(events[1])
  let plist = try PropertyListEncoder().encode(events[1])
  let rounds = 20_000
  let jsonDecoding = try await seconds { for _ in 0..<rounds { _ = try JSONDecoder().decode(Store.self, from: json) } }
  let jsonEncoding = try await seconds { for _ in 0..<rounds { _ = try JSONEncoder().encode(events[1]) } }
  let plistDecoding = try await seconds {
    for _ in 0..<rounds { _ = try PropertyListDecoder().decode(Store.self, from: plist) }
  }
  let payload = try await seconds { for _ in 0..<rounds { _ = try LogPayload(events[1]) } }
  func microseconds(_ spent: Double) -> Double { (spent / Double(rounds) * 1e7).rounded() / 10 }
  say(
    "an event: \(json.count) bytes as JSON, \(try LogPayload(events[1]).size) in the log; µs to encode JSON "
      + "\(microseconds(jsonEncoding)), log \(microseconds(payload)); to decode JSON \(microseconds(jsonDecoding)), "
      + "property list \(microseconds(plistDecoding))")
  let check = try await LogCheck(log)
  let overhead = Double(check.bytes - check.payloadBytes) / Double(check.events)
  say("bytes beside what an event carries: \((overhead * 100).rounded() / 100)")
  try await log.close()
}
