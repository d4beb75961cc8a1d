import EventLog
import EventLogSQLite
import EventStream
import Foundation
import FoundationNetworking
import Testing

@Suite struct ReplayCommandTests {
  let story: RecordedStory

  init() async throws { story = try await RecordedStory() }

  /// Exports a session, changed, to be played from there.
  private func export(_ name: String, to file: String, _ change: (String) -> String) throws {
    let text = try story.ghostlight("log", "export", "events.sqlite", name).output
    try Data(change(text).utf8).write(to: URL(filePath: story.path(file)))
  }

  @Test func `a log is played, a line for each session`() throws {
    let run = try story.todostream("replay", "events.sqlite")
    #expect(run.code == 0, "\(run)")
    #expect(run.lines.count == 3)
    #expect(run.lines[0].contains(/page 1: \d+ steps, all \d+ recorded screens are the same/))
    #expect(run.lines[2] == "2 of 2 sessions play as they were recorded")
    // It is played in an app of its own: nothing is made, nothing changed.
    #expect(!FileManager.default.fileExists(atPath: story.path("todostream.sqlite")))
  }

  @Test func `a log of one session is played in a line too, unless a step or its screen is asked for`() throws {
    try export("page 1", to: "one.jsonl") { $0 }
    _ = try story.ghostlight("log", "import", "one.sqlite", "one.jsonl")
    let run = try story.todostream("replay", "one.sqlite")
    #expect(run.code == 0 && run.lines.count == 2, "\(run)")
    #expect(run.lines[0].hasPrefix("page 1: ") && run.lines[1] == "1 of 1 sessions play as they were recorded")
    let step = try story.todostream("replay", "one.sqlite", "--from", "2", "--to", "2")
    #expect(step.code == 0 && step.lines.count == 2 && step.lines[0].contains("2 "), "\(step)")
    let page = try story.todostream("replay", "one.sqlite", "--html", "screen.html")
    #expect(page.code == 0 && FileManager.default.fileExists(atPath: story.path("screen.html")), "\(page)")
    // An export is somebody's one session.
    #expect(try story.todostream("replay", "one.jsonl").lines.count > 2)
  }

  @Test func `a session is played step by step, from one to another`() throws {
    let all = try story.todostream("replay", "events.sqlite", "--session", "page 1")
    #expect(all.code == 0)
    #expect(all.lines[0].contains("1 = ") && all.lines[0].contains("SessionEvent.opened"))
    let some = try story.todostream("replay", "events.sqlite", "--session", "page 1", "--from", "2", "--to", "3")
    #expect(Array(some.lines.dropLast()) == Array(all.lines[1...2]))
    #expect(some.lines.last?.hasPrefix("page 1: step 3 of ") == true)
  }

  @Test(arguments: ["json", "plist"])
  func `an exported session is played as it is, in its program or through the command`(format: String) throws {
    _ = try story.ghostlight("log", "export", "events.sqlite", "page 1", "--format", format, "--output", "bug")
    let own = try story.todostream("replay", "bug")
    #expect(own.code == 0 && own.output.contains("are the same"), "\(own)")
    let program = RunningCommand.products.appending(path: "todostream").path
    let other = try story.ghostlight("replay", "bug", "--program", program)
    #expect(other.code == 0 && other.lines.count == own.lines.count && other.lines.last == own.lines.last)
    let later = try story.ghostlight("replay", "--program", program, "bug", "--from", "3", "--to", "3")
    #expect(later.lines.count == 2)
  }

  @Test func `the screen at a moment is written as a document that needs nothing else`() throws {
    let run = try story.todostream("replay", "events.sqlite", "--session", "page 1", "--html", "screen.html")
    #expect(run.code == 0)
    let page = try String(contentsOfFile: story.path("screen.html"), encoding: .utf8)
    #expect(page.contains("milk") && page.contains("<style>") && !page.contains("<link") && !page.contains("<script"))
    let early = try story.todostream(
      "replay", "events.sqlite", "--session", "page 1", "--to", "1", "--html", "early.html")
    #expect(early.code == 0)
    #expect(try !String(contentsOfFile: story.path("early.html"), encoding: .utf8).contains("milk"))
  }

  @Test(arguments: [true, false])
  func `the first screen that differs is told with its event and the screens, and ends with 1`(
    isRecorded: Bool
  ) throws {
    // As if the program had changed since: what it showed then isn't what it shows now.
    try export("page 1", to: "old.jsonl") { text in
      let lines = text.split(separator: "\n").map { line in
        guard line.contains("SessionEvent.shown"), line.contains("bread<") else { return String(line) }
        let changed = String(line).replacing(/"digest":"?\d+"?/, with: "\"digest\":12345")
          .replacing("bread<", with: "butter<")
        return isRecorded ? changed : changed.replacing(/,"text":"(?:[^"\\]|\\.)*"/, with: "")
      }
      return lines.joined(separator: "\n")
    }
    let run = try story.todostream("replay", "old.jsonl", "--html", "found.html")
    #expect(run.code == 1, "\(run)")
    #expect(
      run.complaint.contains(/step \d+ shows another screen than it did: it begins with event \d+, StoreEvent.todo/))
    #expect(run.complaint.contains("+ bread<") == isRecorded && run.complaint.contains("- butter<") == isRecorded)
    #expect(run.complaint.contains("isn't recorded, only its digest") != isRecorded)
    #expect(try String(contentsOfFile: story.path("found.html"), encoding: .utf8).contains("bread"))
  }

  @Test func `of many sessions each that differs is a line`() async throws {
    for name in ["page 1", "page 2"] {
      try export(name, to: "\(name).jsonl") { $0.replacing(/"digest":"?\d+"?/, with: "\"digest\":12345") }
      _ = try story.ghostlight("log", "import", "old.sqlite", "\(name).jsonl")
    }
    let run = try story.todostream("replay", "old.sqlite")
    #expect(run.code == 1 && run.lines.count == 3)
    #expect(run.lines[0].contains(/^page 1: step 1 shows another screen than it did/))
    #expect(run.lines[2] == "0 of 2 sessions play as they were recorded")
  }

  @Test func `sessions of which no screen was recorded are counted apart, and nothing but those is no success`() throws
  {
    for name in ["page 1", "page 2"] {
      try export(name, to: "\(name).jsonl") { text in
        let lines = text.split(separator: "\n").filter { !$0.contains("SessionEvent.shown") }
        return lines.joined(separator: "\n").replacing(/"events":"?\d+"?/, with: "\"events\":\(lines.count - 1)") + "\n"
      }
    }
    func play(_ log: String, _ files: String...) throws -> CommandRun {
      for file in files {
        let run = try story.ghostlight("log", "import", log, file)
        #expect(run.code == 0, "\(run)")
      }
      return try story.todostream("replay", log)
    }
    let one = try play("one.sqlite", "page 1.jsonl")
    #expect(one.code == 2 && one.complaint.contains("no screen was recorded that could be compared"), "\(one)")
    let two = try play("two.sqlite", "page 1.jsonl", "page 2.jsonl")
    #expect(two.code == 2 && two.complaint.contains("no screen was recorded that could be compared"), "\(two)")
    #expect(two.lines.last == "0 of 2 sessions play as they were recorded; of 2 no screen was recorded")
    _ = try story.ghostlight("log", "export", "events.sqlite", "page 2", "--output", "seen.jsonl")
    let mixed = try play("mixed.sqlite", "page 1.jsonl", "seen.jsonl")
    #expect(mixed.code == 0, "\(mixed)")
    #expect(mixed.lines.last == "1 of 2 sessions play as they were recorded; of 1 no screen was recorded")
    // Who asks for one session wants to see it.
    #expect(try story.todostream("replay", "one.sqlite", "--session", "page 1").code == 0)
  }

  @Test func `a log that can't be made, or not both be wanted and not, is refused before anything starts`() throws {
    let both = try story.todostream("--log", "x", "--no-log")
    #expect(both.code == 64 && both.complaint.contains("--log and --no-log don't go together"))
    let nowhere = try story.todostream("--port", "0", "--log", "/proc/nothing/x")
    #expect(nowhere.code != 0 && nowhere.output.isEmpty && nowhere.complaint.contains("can't be made"))
  }

  @Test func `what can't be played says why, and ends with 2`() throws {
    func refusal(_ words: String...) throws -> String {
      let run = try RunningCommand("todostream", ["replay"] + words, in: story.folder).end()
      #expect(run.code == 2, "\(words): \(run)")
      return run.complaint
    }
    #expect(try refusal("nowhere.sqlite").contains("there is no file nowhere.sqlite"))
    #expect(try refusal(".").contains("is a folder"))
    #expect(try refusal("events.sqlite", "--session", "nobody").contains("there is no session nobody"))
    #expect(try refusal("events.sqlite", "--to", "3").contains("several sessions"))
    let late = try refusal("events.sqlite", "--session", "page 1", "--from", "999", "--html", "late.html")
    #expect(late.contains(/session page 1 has \d+ steps: say one of them with --from/))
    #expect(!FileManager.default.fileExists(atPath: story.path("late.html")))
    try export("page 1", to: "newer.jsonl") { $0.replacing("\"format\":1", with: "\"format\":9") }
    #expect(try refusal("newer.jsonl").contains("open it with a newer version"))
    try export("page 1", to: "renamed.jsonl") { $0.replacing("StoreEvent.todo", with: "StoreEvent.gone") }
    #expect(try refusal("renamed.jsonl").contains("no event StoreEvent.gone"))
  }

  @Test func `another app's log is refused with its name, and an app's own or nobody's isn't`() async throws {
    for (owner, code) in [(nil, 0), ("Todostream", 0), ("TodoMVC", 2)] as [(String?, Int32)] {
      let name = "\(owner ?? "nobody").sqlite"
      try FileManager.default.copyItem(atPath: story.log, toPath: story.path(name))
      if let owner { try await SQLiteLog(path: story.path(name), of: LogOwner(owner)).close() }
      let run = try story.todostream("replay", name)
      #expect(run.code == code, "\(run)")
      if code == 0 { continue }
      #expect(run.output.isEmpty)
      #expect(run.complaint.contains("\(name) is the log of TodoMVC, and this program is Todostream"), "\(run)")
      #expect(run.complaint.contains("play it in the program of TodoMVC"), "\(run)")
      let served = try story.todostream("replay", name, "--serve")
      #expect(served.code == 2 && served.complaint == run.complaint)
      // What is exported from it doesn't tell.
      _ = try story.ghostlight("log", "export", name, "page 1", "--output", "bug.jsonl")
      #expect(try story.todostream("replay", "bug.jsonl").code == 0)
    }
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      ["--from", "0"], ["--to", "0"], ["--from", "3", "--to", "2"], ["--serve", "--html", "x"], ["--port", "70000"],
      ["--serve", "--from", "3"], ["--serve", "--to", "12"], ["--port", "9999"], ["--log", "/nosuch/x"], ["--tools"],
      ["--no-tools", "--serve"], ["--metrics", "--serve"], ["--log", "x", "--serve"], ["--print-events"],
    ])
  func `options that make no sense are refused with 64`(words: [String]) throws {
    let run = try RunningCommand("todostream", ["replay", "events.sqlite"] + words, in: story.folder).end()
    #expect(run.code == 64 && run.complaint.contains("Error: "))
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["0.0.0.0", "::", "192.0.2.1", "workstation", "127.0.0.1.example"])
  func `a recording is shown on this machine alone, and who would have it elsewhere is told how`(host: String) throws {
    let run = try story.todostream("replay", "events.sqlite", "--serve", "--host", host, "--port", "8091")
    #expect(run.code == 64 && run.output.isEmpty && run.complaint.contains("ssh -L 8091:127.0.0.1:8091"), "\(run)")
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["localhost", "127.0.0.1"])
  func `a recording is shown at each name of this machine itself`(host: String) throws {
    let server = try RunningCommand(
      "todostream", ["replay", "events.sqlite", "--serve", "--host", host], in: story.folder)
    defer {
      server.stop()
      _ = server.end()
    }
    #expect(server.nextLine().hasPrefix("the recording is at http://"))
  }

  @Test func `a program that can't be run says why, and ends with 2`() throws {
    _ = FileManager.default.createFile(atPath: story.path("text"), contents: Data("x".utf8))
    for (program, reason) in [
      ("./nowhere", "there is no such file"), ("no-such-program", "search path"), ("./text", "isn't executable"),
      (story.folder.path, "is a folder"),
    ] {
      let run = try story.ghostlight("replay", "events.sqlite", "--program", program)
      #expect(run.code == 2 && run.complaint.contains(reason), "\(run)")
    }
  }

  @Test func `the app's program says how it plays, and that it does`() throws {
    #expect(try story.todostream("--help").output.contains("replay"))
    let help = try story.todostream("replay", "--help")
    #expect(help.code == 0 && help.output.contains("todostream replay LOG"))
  }

  @Test(.timeLimit(.minutes(1)), arguments: [true, false])
  func `a recording is shown at the port that is given, by the program or through the command`(isOwn: Bool) throws {
    let port = try FreePort.find()
    let words = ["replay", "events.sqlite", "--serve", "--port", "\(port)"]
    let program = RunningCommand.products.appending(path: "todostream").path
    let server = try RunningCommand(
      isOwn ? "todostream" : "ghostlight", isOwn ? words : words + ["--program", program], in: story.folder)
    defer {
      server.stop()
      _ = server.end()
    }
    #expect(server.nextLine() == "the recording is at http://127.0.0.1:\(port)/ghostlight/sessions")
  }

  @Test(.timeLimit(.minutes(1))) func `a port that is taken is named, and ends with 2`() throws {
    let port = try FreePort.find()
    let words = ["replay", "events.sqlite", "--serve", "--port", "\(port)"]
    let server = try RunningCommand("todostream", words, in: story.folder)
    defer {
      server.stop()
      _ = server.end()
    }
    #expect(server.nextLine().contains(":\(port)/"))
    let other = try RunningCommand("todostream", words, in: story.folder).end()
    #expect(other.code == 2 && other.complaint.hasPrefix("Port \(port) on 127.0.0.1 is taken."), "\(other)")
  }

  @Test(.timeLimit(.minutes(1))) func `a recording is shown at an address, with the tools around it`() async throws {
    let server = try RunningCommand(
      "todostream", ["replay", "events.sqlite", "--session", "page 1", "--serve"], in: story.folder)
    defer {
      server.stop()
      _ = server.end()
    }
    let line = server.nextLine()
    let address = try #require(line.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+\/ghostlight\/sessions\/page%201$/)).0
    let url = try #require(URL(string: String(address)))
    let page = String(decoding: try await URLSession.shared.data(from: url).0, as: UTF8.self)
    #expect(page.contains("Session page 1"))
  }
}
