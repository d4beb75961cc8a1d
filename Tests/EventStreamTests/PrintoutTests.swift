import Foundation
import Testing

@testable import EventStream

/// Lines for who may have stopped reading.
@Suite(.timeLimit(.minutes(1))) struct PrintoutTests {
  private static func lines(_ bytes: Data) -> [Substring] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  @Test func `who doesn't read stops nobody, and is told how much is left out`() {
    let pipe = Pipe()
    let printout = Printout(to: pipe.fileHandleForWriting.fileDescriptor)
    let line = String(repeating: "x", count: 999)
    let time = ContinuousClock().measure { for _ in 1...1_000 { printout.write(line + "\n") } }
    #expect(time < .seconds(2))
    // A pipe holds 64 KB.
    var read = pipe.fileHandleForReading.availableData
    printout.write("next\n")
    printout.write("last\n")
    while !read.suffix(5).elementsEqual("last\n".utf8) { read += pipe.fileHandleForReading.availableData }
    let lines = Self.lines(read)
    let whole = lines.count { $0 == line }
    #expect(whole == lines.count - 3, "no line is cut")
    #expect(lines.suffix(3) == ["… \(1_000 - whole) lines are left out, for nobody took them", "next", "last"])
  }

  @Test func `who reads slowly gets everything`() async throws {
    let pipe = Pipe()
    let printout = Printout(to: pipe.fileHandleForWriting.fileDescriptor)
    let reading = Task.detached {
      var read = Data()
      while !read.suffix(4).elementsEqual("end\n".utf8) {
        read += pipe.fileHandleForReading.availableData
        try await Task.sleep(for: .milliseconds(2))
      }
      return Self.lines(read).count
    }
    for number in 1...3_000 { printout.write("\(number) \(String(repeating: "y", count: 100))\n") }
    printout.write("end\n")
    #expect(try await reading.value == 3_001)
  }

  @Test func `what goes into a file stands behind what is there`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "printout-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.write(contentsOf: Data("before\n".utf8))
    Printout(to: file.fileDescriptor).write("after\n")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "before\nafter\n")
  }
}
