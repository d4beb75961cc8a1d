import GhostBinding
import Testing
import ViewKit

@Suite struct FilePickerTests {
  let tree = ViewTree()
  let picker = FilePicker("Photo", FileLimits(size: 1000, count: 2, types: ["image/*", ".csv"]))

  init() { tree.root.add(picker) }

  func tell(_ value: IntentValue) throws { try tree.receive(Intent(.view(picker.id), .change, value)) }

  /// - Parameter isBehind: Whether it was chosen together with what has been told before.
  func hand(_ name: String, _ type: String = "image/png", size: Int = 10, isBehind: Bool = false) throws {
    if !isBehind { try tell(.fileChoice) }
    try tell(.file(UploadedFile(name: name, type: type, size: size, path: "/tmp/\(name)")))
  }

  /// What shows the first file: its name, its size and its button.
  func firstRow() throws -> View { try #require(picker.children.last?.children.first?.children.first) }

  @Test func `a file that has come is told, shown and can be taken away`() throws {
    var heard: [String] = []
    var removed: [String] = []
    picker.onPick = { heard.append($0.name) }
    picker.onRemove = { removed.append($0.name) }
    try hand("a.png")
    try hand("b.csv", "text/csv")
    #expect(heard == ["a.png", "b.csv"])
    #expect(picker.files.map(\.name) == ["a.png", "b.csv"])
    let row = try firstRow()
    #expect(row.children.map { $0[text: .text] } == ["a.png", "10 B", "×"])
    #expect(removed == [])
    try tree.receive(Intent(.view(row.children[2].id), .tap))
    #expect(picker.files.map(\.name) == ["b.csv"])
    #expect(removed == ["a.png"])
  }

  @Test func `one file more than there may be isn't taken until there is room, and what was there stays`() throws {
    var removed: [String] = []
    picker.onRemove = { removed.append($0.name) }
    for name in ["a.png", "b.png"] { try hand(name) }
    #expect(throws: IntentRefusal.self) { try hand("c.png") }
    #expect(picker.files.map(\.name) == ["a.png", "b.png"])
    #expect(removed == [])
    try tell(.fileProblem(.tooMany(limit: 2)))
    #expect(picker.children[2][text: .text] == "No more than 2 files are taken: remove one first.")
    try tree.receive(Intent(.view(try firstRow().children[2].id), .tap))
    #expect(picker.problem == nil)
    try hand("c.png")
    #expect(picker.files.map(\.name) == ["b.png", "c.png"])
    #expect(removed == ["a.png"])
  }

  @Test func `where there may be one file, the next takes its place, and the app hears what that was`() throws {
    let single = FilePicker("Photo", FileLimits(size: 1000))
    var heard: [String] = []
    single.onPick = { heard.append("came: \($0.name)") }
    single.onRemove = { heard.append("went: \($0.name)") }
    tree.root.add(single)
    for name in ["a.png", "b.png"] {
      let file = UploadedFile(name: name, type: "image/png", size: 10, path: "/tmp/\(name)")
      try tree.receive(Intent(.view(single.id), .change, .file(file)))
    }
    #expect(heard == ["came: a.png", "went: a.png", "came: b.png"])
    #expect(single.files.map(\.name) == ["b.png"])
  }

  @Test func `why a file isn't taken stays told when another that was chosen together with it comes`() throws {
    try tell(.fileProblem(.tooLarge(limit: 1000)))
    try hand("a.png", isBehind: true)
    #expect(picker.problem == .tooLarge(limit: 1000))
    #expect(!picker.children[2].isHidden)
    try hand("b.png")
    #expect(picker.problem == nil)
    #expect(picker.children[2].isHidden)
  }

  @Test func `a file that was cut off and comes again is no problem, and one that the page has given up stays one`()
    throws
  {
    try tell(.fileProblem(.cutOff))
    try hand("a.png", isBehind: true)
    #expect(picker.problem == nil)
    try tell(.flag(true))
    try tell(.fileProblem(.cutOff))
    try hand("b.png", isBehind: true)
    #expect(picker.problem == .cutOff)
  }

  @Test(arguments: [("x.png", "image/png", 1001), ("x.exe", "application/x", 1), ("x.csv.exe", "text/csv", 1)])
  func `what is beyond the limits isn't taken`(name: String, type: String, size: Int) {
    #expect(throws: IntentRefusal.self) { try hand(name, type, size: size) }
    #expect(picker.files.isEmpty)
  }

  @Test func `a problem is told beside the input until another file is chosen`() throws {
    try tree.receive(Intent(.view(picker.id), .change, .fileProblem(.tooLarge(limit: 1_500_000))))
    #expect(picker.children[2][text: .text] == "The file is too large: at most 1.5 MB are taken.")
    #expect(picker.control[flag: .isInvalid])
    try hand("a.png")
    #expect(picker.children[2].isHidden)
    #expect(!picker.control[flag: .isInvalid])
  }

  @Test func `files of any type are any, and what is no type is refused when it is said`() async throws {
    #expect(FileLimits(types: ["*/*"]).problem(name: "a", type: "", size: 1) == nil)
    #expect(FileLimits(types: ["image/*", "*/*"]).problem(name: "a.csv", type: "text/csv", size: 1) == nil)
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = FileLimits(types: ["csv"])
    }
    let told = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(told.contains("“csv” is neither a media type nor an ending such as “.csv”"))
  }

  @Test func `in a field an input is tied to what is wrong with its file, and else to what the rules say`() throws {
    let field = Field("Photo", FilePicker("", FileLimits(size: 1000)), .required("A photo, please."))
    let (picker, input) = (field.input, field.input.control)
    tree.root.add(field)
    #expect(!field.check())
    #expect(input[number: .describedBy] == field.error.id)
    try tree.receive(Intent(.view(picker.id), .change, .fileProblem(.noRoom)))
    #expect(input[number: .describedBy] == picker.children[2].id)
    field.problem = nil
    #expect(input[flag: .isInvalid])
    #expect(input[number: .describedBy] == picker.children[2].id)
    field.check()
    let file = UploadedFile(name: "a.png", type: "image/png", size: 10, path: "/tmp/a.png")
    try tree.receive(Intent(.view(picker.id), .change, .fileChoice))
    try tree.receive(Intent(.view(picker.id), .change, .file(file)))
    #expect(field.problem == nil)
    #expect(!input[flag: .isInvalid])
    #expect(input[number: .describedBy] == nil)
  }

  @Test func `of several files that aren't taken each reason is told, and once`() throws {
    for problem in [FileProblem.tooLarge(limit: 1000), .wrongType(allowed: [".csv"]), .tooLarge(limit: 1000)] {
      try tree.receive(Intent(.view(picker.id), .change, .fileProblem(problem)))
    }
    let told = "That kind of file isn’t taken: choose a .csv file. The file is too large: at most 1 kB are taken."
    #expect(picker.children[2][text: .text] == told)
    #expect(picker.problem == .tooLarge(limit: 1000))
    try hand("a.png")
    #expect(picker.problem == nil)
    #expect(picker.children[2].isHidden)
  }

  @Test(arguments: [
    (["image/*"], "a picture"), (["image/*", ".csv"], "a picture or a .csv file"),
    (["image/png", "image/jpeg", "video/*"], "a PNG picture, a JPEG picture or a video"),
    (["audio/mp3"], "an MP3 sound"), (["image/svg+xml"], "an SVG picture"), (["application/pdf"], "a PDF file"),
    (["text/plain"], "a text"), (["text/csv"], "a CSV file"), (["audio/*", "audio/vnd.wave"], "a sound"),
    (["application/vnd.ms-excel"], "a file of the type application/vnd.ms-excel"),
  ])
  func `kinds of files are told in words`(types: [String], words: String) {
    #expect(FileProblem.wrongType(allowed: types).description == "That kind of file isn’t taken: choose \(words).")
  }

  @Test(arguments: [IntentValue.text("x"), .number(1), .none])
  func `what a page itself can say is refused`(value: IntentValue) {
    #expect(throws: IntentRefusal.self) { try tree.receive(Intent(.view(picker.id), .change, value)) }
  }

  @Test func `a page that has tried in vain says so, and the picker tells it until another is chosen`() throws {
    try tree.receive(Intent(.view(picker.id), .change, .flag(true)))
    #expect(picker.problem == .cutOff)
    try hand("a.png")
    #expect(picker.problem == nil)
  }

  @Test(arguments: [true, false])
  func `that a file called off doesn't arrive is no news, whichever is heard first`(isHeardFirst: Bool) throws {
    let calledOff = Intent(.view(picker.id), .change, .flag(false))
    let cutOff = Intent(.view(picker.id), .change, .fileProblem(.cutOff))
    for intent in isHeardFirst ? [calledOff, cutOff] : [cutOff, calledOff] { try tree.receive(intent) }
    #expect(picker.problem == nil)
    try tree.receive(cutOff)
    #expect(picker.problem == .cutOff)
  }

  @Test func `a table refuses a picker in its rows when it is made, with a word on where to put it`() async {
    await #expect(processExitsWith: .failure) {
      final class PickerCell: TableCell, ViewType {
        override init() {
          super.init()
          add(FilePicker("Photo"))
        }
        func take(_ number: Row) {}
      }
      struct Row: Identifiable, Equatable { let id: Int }
      _ = Table("Photos", cell: PickerCell())
    }
  }

  @Test(arguments: [
    ("../../etc/passwd", "passwd"), ("C:\\x\\y.png", "y.png"), ("", "file"), ("/", "file"),
    ("a\u{202e}gnp.exe", "agnp.exe"),
    ("a\nb\u{0}", "ab"), ("图片.png", "图片.png"),
  ])
  func `a name is shown without what would mislead`(given: String, shown: String) {
    #expect(UploadedFile(name: given, type: "", size: 0, path: "").name == shown)
  }

  @Test func `a long name is cut in the middle, so that a file is still known by its ending`() throws {
    try hand(String(repeating: "a", count: 121) + ".csv", "application/octet-stream")
    let name = try #require(picker.files.first?.name)
    #expect(name.count == 120)
    #expect(name.hasSuffix("aaa.csv"))
    #expect(UploadedFile(name: name, type: "", size: 0, path: "").name == name)
  }

  @Test(arguments: [
    ("text/html; charset=x", "application/octet-stream"), ("Image/PNG", "image/png"), ("x", "application/octet-stream"),
  ])
  func `a type that is none says nothing`(given: String, kept: String) {
    #expect(UploadedFile(name: "a", type: given, size: 0, path: "").type == kept)
  }

  @Test func `nothing may come to a picker that can't be used`() {
    #expect(tree.fileLimits(of: picker.id) == picker.limits)
    picker.isEnabled = false
    #expect(tree.fileLimits(of: picker.id) == nil)
    #expect(tree.fileLimits(of: tree.root.id) == nil)
  }
}
