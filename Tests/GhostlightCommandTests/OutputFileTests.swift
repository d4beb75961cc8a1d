import Foundation
import Testing

@Suite struct `A file that is written` {
  let story: RecordedStory

  init() async throws { story = try await RecordedStory() }

  private func export(to path: String) throws -> CommandRun {
    try story.ghostlight("log", "export", "events.sqlite", "page 1", "--output", path)
  }

  private func kind(of name: String) throws -> FileAttributeType? {
    try FileManager.default.attributesOfItem(atPath: story.path(name))[.type] as? FileAttributeType
  }

  private func text(of name: String) throws -> String {
    try String(contentsOfFile: story.path(name), encoding: .utf8)
  }

  @Test(arguments: ["old.jsonl", "none.jsonl"])
  func `is what a link leads to, and the link stays`(target: String) throws {
    try Data("{\"ghostlight\":\"session\"}".utf8).write(to: URL(filePath: story.path("old.jsonl")))
    try FileManager.default.createSymbolicLink(atPath: story.path("link.jsonl"), withDestinationPath: target)
    #expect(try export(to: "link.jsonl").code == 0)
    #expect(try kind(of: "link.jsonl") == .typeSymbolicLink && kind(of: target) == .typeRegular)
    #expect(try text(of: target).hasPrefix("{\"ghostlight\":\"session\""))
  }

  @Test(.timeLimit(.minutes(1))) func `is a pipe still when it is one`() throws {
    #expect(mkfifo(story.path("pipe"), 0o600) == 0)
    let reader = try RunningCommand("/bin/cat", ["pipe"], in: story.folder)
    let run = try story.ghostlight("diagram", "events.sqlite", "--output", "pipe")
    // Were it replaced, the reader would wait for ever.
    guard run.code == 0, try kind(of: "pipe") != .typeRegular else {
      reader.stop()
      Issue.record("\(run)")
      return
    }
    #expect(reader.end().output.hasPrefix("<svg"))
  }

  @Test func `is a device still when it is one, and a disk that is full is told`() throws {
    // Its name is one in the folder: what would be replaced is that.
    try FileManager.default.createSymbolicLink(atPath: story.path("full"), withDestinationPath: "/dev/full")
    let run = try export(to: "full")
    #expect(run.code == 2 && run.complaint == "ghostlight: full can't be written: No space left on device\n")
    #expect(try kind(of: "full") == .typeSymbolicLink)
  }

  @Test func `is what a link leads to for the screen of a replay too`() throws {
    try Data("<!DOCTYPE html><html lang=\"en\"></html><!-- ghostlight replay -->".utf8).write(
      to: URL(filePath: story.path("old.html")))
    for (link, target) in [("link", "old.html"), ("full", "/dev/full")] {
      try FileManager.default.createSymbolicLink(atPath: story.path(link), withDestinationPath: target)
      let run = try story.todostream("replay", "events.sqlite", "--session", "page 1", "--html", link)
      #expect(run.code == (link == "full" ? 2 : 0), "\(run)")
      #expect(run.complaint.hasPrefix("full can't be written: ") == (link == "full"))
      #expect(try kind(of: link) == .typeSymbolicLink)
    }
    #expect(try text(of: "old.html").contains("milk"))
  }

  /// What is in the folder of the story, by name.
  private func contents() throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: story.folder.path)
    return Dictionary(
      uniqueKeysWithValues: names.map { ($0, FileManager.default.contents(atPath: story.path($0)) ?? Data()) })
  }

  @Test(arguments: [
    "events.sqlite", "./events.sqlite", "events.sqlite-files/../events.sqlite", "link", "hard", "events.sqlite-wal",
    "events.sqlite-shm", "events.sqlite-journal", "events.sqlite-lock", "lock", "soon", "events.sqlite-files",
    "events.sqlite-files/report", "files/report",
  ])
  func `is never the log, nor what belongs to it, whatever it is called`(path: String) throws {
    let files = FileManager.default
    try files.createDirectory(atPath: story.path("events.sqlite-files"), withIntermediateDirectories: true)
    for (link, target) in [
      ("link", "events.sqlite"), ("lock", "events.sqlite-lock"), ("soon", "events.sqlite-wal"),
      ("files", "events.sqlite-files"),
    ] {
      try files.createSymbolicLink(atPath: story.path(link), withDestinationPath: target)
    }
    #expect(link(story.log, story.path("hard")) == 0)
    let before = try contents()
    for log in ["events.sqlite", "link"] {
      for command in [["log", "export", log, "page 1"], ["diagram", log]] {
        let run = try RunningCommand("ghostlight", command + ["--output", path], in: story.folder).end()
        #expect(run.code == 64 && run.output.isEmpty, "\(run)")
        #expect(run.complaint.contains("Error: --output \(path) is the log, or belongs to it"), "\(run)")
        #expect(run.complaint.contains("say another file"))
      }
      let played = try story.todostream("replay", log, "--session", "page 1", "--html", path)
      #expect(played.code == 64 && played.complaint.contains("Error: --html \(path) is the log"), "\(played)")
    }
    #expect(try contents() == before)
  }

  /// Every command that writes a file, without its name.
  static let commands = [
    ("todostream", ["replay", "events.sqlite", "--session", "page 1", "--html"]),
    ("ghostlight", ["log", "export", "events.sqlite", "page 1", "--output"]),
    ("ghostlight", ["log", "export", "events.sqlite", "page 1", "--format", "plist", "--output"]),
    ("ghostlight", ["diagram", "events.sqlite", "--output"]),
    ("ghostlight", ["diagram", "events.sqlite", "--format", "mermaid", "--output"]),
  ]

  /// Files of others, which begin as those that commands write.
  static let foreign = [
    (name: "diary.txt", text: "Dear diary"),
    (
      name: "Info.plist",
      text: """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \t<key>ghostlight</key>
      \t<true/>
      </dict>
      </plist>
      """
    ),
    (
      name: "icon.svg", text: #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9"/></svg>"#
    ),
    (name: "by-hand.mmd", text: "sequenceDiagram\n  Ann->>Bo: hello\n"),
    (name: "page.html", text: #"<!DOCTYPE html><html lang="en"><title>Mine</title></html>"#),
  ]

  @Test(arguments: commands)
  func `is replaced if it is one of before, or empty, and left as it was otherwise`(
    program: String, words: [String]
  ) throws {
    func run(_ path: String) throws -> CommandRun {
      try RunningCommand(program, words + [path], in: story.folder).end()
    }
    try FileManager.default.copyItem(atPath: story.log, toPath: story.path("other.sqlite"))
    for (name, text) in Self.foreign { try Data(text.utf8).write(to: URL(filePath: story.path(name))) }
    try Data().write(to: URL(filePath: story.path("empty")))
    try FileManager.default.createSymbolicLink(atPath: story.path("link"), withDestinationPath: "other.sqlite")
    let before = try contents()
    for path in ["other.sqlite", "link"] + Self.foreign.map(\.name) {
      let refused = try run(path)
      #expect(refused.code == 2 && refused.output.isEmpty, "\(refused)")
      #expect(refused.complaint.contains("\(path) is there already, and nothing that this command has written"))
      #expect(refused.complaint.contains("say another file, or move that away"))
    }
    for path in ["other.sqlite-wal", "other.sqlite-journal"] {
      let refused = try run(path)
      #expect(refused.code == 2 && refused.complaint.contains("\(path) belongs to other.sqlite"), "\(refused)")
    }
    #expect(try contents() == before)
    for _ in 1...2 { #expect(try run("empty").code == 0) }
    #expect(try text(of: "empty").count > 100)
  }

  private func rights(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: story.path(name))[.posixPermissions] as? Int
  }

  /// Nobody else may read the log, and everybody could read what was taken from it.
  @Test(arguments: commands)
  func `is its owner's alone, and one that is replaced keeps its rights`(program: String, words: [String]) throws {
    try FileManager.default.createSymbolicLink(atPath: story.path("link"), withDestinationPath: "target")
    for (path, target) in [("new", "new"), ("link", "target")] {
      #expect(try RunningCommand(program, words + [path], in: story.folder).end().code == 0)
      #expect(try rights(of: target) == 0o600)
      #expect(chmod(story.path(target), 0o640) == 0)
      #expect(try RunningCommand(program, words + [path], in: story.folder).end().code == 0)
      #expect(try rights(of: target) == 0o640)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: story.folder.path)
    #expect(!names.contains { $0.hasPrefix(".ghostlight") })
  }

  @Test func `may be beside the log, also where its name begins alike`() throws {
    for name in ["events.sqlite.jsonl", "events.sqlite-walnut", "events"] { #expect(try export(to: name).code == 0) }
    let exported = try story.ghostlight("log", "export", "events", "page 1", "--output", "events")
    #expect(exported.code == 64, "an export isn't replaced by itself either")
  }

  @Test(arguments: [("no/x", "No such file or directory"), (".", "Is a directory")])
  func `is named with the reason where the screen of a replay can't be written into it`(
    path: String, reason: String
  ) throws {
    let run = try story.todostream("replay", "events.sqlite", "--session", "page 1", "--html", path)
    #expect(run.code == 2 && run.complaint == "\(path) can't be written: \(reason)\n", "\(run)")
  }

  @Test func `has a name`() throws {
    for (program, words, option) in [
      ("todostream", ["replay", "events.sqlite", "--session", "page 1"], "--html"),
      ("ghostlight", ["log", "export", "events.sqlite", "page 1"], "--output"),
      ("ghostlight", ["diagram", "events.sqlite"], "--output"),
      ("ghostlight", ["log", "recover", "events.sqlite"], "--to"),
    ] {
      let run = try RunningCommand(program, words + [option, ""], in: story.folder).end()
      #expect(run.code == 64 && run.output.isEmpty, "\(run)")
      #expect(run.complaint.contains("Error: \(option) takes the path of a file"), "\(run)")
    }
  }

  @Test func `is named with the reason where it can't be made`() throws {
    for command in [["log", "export", "events.sqlite", "page 1"], ["diagram", "events.sqlite"]] {
      for (path, reason) in [("no/x", "No such file or directory"), (".", "Is a directory")] {
        let run = try RunningCommand("ghostlight", command + ["--output", path], in: story.folder).end()
        #expect(run.code == 2 && run.complaint == "ghostlight: \(path) can't be written: \(reason)\n")
      }
    }
  }
}
