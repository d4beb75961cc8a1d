import Foundation
import Testing

@testable import EventStream

/// Lines for who may have stopped reading.
@Suite(.timeLimit(.minutes(1))) struct PrintoutTests {
  private static func lines(_ bytes: Data) -> [Substring] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  /// What is in a pipe; nobody waits for more.
  private static func drain(_ pipe: Pipe) -> Data {
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    var (all, part) = (Data(), [UInt8](repeating: 0, count: 1 << 16))
    while true {
      let count = read(descriptor, &part, part.count)
      if count <= 0 { return all }
      all += part[..<count]
    }
  }

  @Test func `who doesn't read stops nobody, and is told how much is left out`() {
    let pipe = Pipe()
    let printout = Printout(to: pipe.fileHandleForWriting.fileDescriptor)
    let line = String(repeating: "x", count: 999)
    let time = ContinuousClock().measure { for _ in 1...1_000 { printout.write(line + "\n") } }
    #expect(time < .seconds(2))
    // A pipe holds 64 KB.
    var read = Self.drain(pipe)
    printout.write("next\n")
    printout.write("last\n")
    read += Self.drain(pipe)
    let lines = Self.lines(read)
    let whole = lines.count { $0 == line }
    #expect(whole == lines.count - 3, "no line is cut")
    #expect(lines.suffix(3) == ["… \(1_000 - whole) lines are left out, for nobody took them", "next", "last"])
  }

  @Test func `who reads slowly gets everything`() async throws {
    let pipe = Pipe()
    let printout = Printout(to: pipe.fileHandleForWriting.fileDescriptor)
    let all = Box(Data())
    // On a thread of its own: those of tasks may all be waiting for something.
    Thread {
      while !all.exchange({ $0.suffix(4).elementsEqual("end\n".utf8) }) {
        let bytes = pipe.fileHandleForReading.availableData
        all.change { $0 += bytes }
        Thread.sleep(forTimeInterval: 0.002)
      }
    }.start()
    for number in 1...3_000 { printout.write("\(number) \(String(repeating: "y", count: 100))\n") }
    printout.write("end\n")
    let end = ContinuousClock.now + .seconds(20)
    while all.exchange({ Self.lines($0).count }) < 3_001, .now < end { try await Task.sleep(for: .milliseconds(5)) }
    #expect(all.exchange { Self.lines($0).count } == 3_001)
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
