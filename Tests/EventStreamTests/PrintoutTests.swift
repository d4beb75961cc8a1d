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

  @Test func `who goes on reading is told what is left out, though nothing more is printed`() async throws {
    let pipe = Pipe()
    let printout = Printout(to: pipe.fileHandleForWriting.fileDescriptor)
    for _ in 1...200 { printout.write(String(repeating: "x", count: 999) + "\n") }
    var read = Data()
    let end = ContinuousClock.now + .seconds(10)
    while Self.lines(read).last?.hasPrefix("…") != true, .now < end {
      read += Self.drain(pipe)
      try await Task.sleep(for: .milliseconds(5))
    }
    let lines = Self.lines(read)
    #expect(lines.last == "… \(200 - (lines.count - 1)) lines are left out, for nobody took them")
    printout.write("next\n")
    #expect(Self.lines(Self.drain(pipe)) == ["next"])
  }

  @Test func `who doesn't read a socket stops nobody`() throws {
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    let printout = Printout(to: ends[0])
    let time = ContinuousClock().measure {
      for _ in 1...1_000 { printout.write(String(repeating: "x", count: 999) + "\n") }
    }
    #expect(time < .seconds(2))
    #expect(fcntl(ends[0], F_GETFL) & O_NONBLOCK == 0, "whoever has it too may rely on it")
  }

  @Test func `a long line that is taken in pieces stops nobody for long`() async throws {
    let pipe = Pipe()
    let printout = Printout(to: pipe.fileHandleForWriting.fileDescriptor)
    let (line, isRead) = (String(repeating: "x", count: 1_000_000), Box(0))
    Thread {
      var piece = [UInt8](repeating: 0, count: 8_000)
      while isRead.value < 1_000_001 {
        let count = read(pipe.fileHandleForReading.fileDescriptor, &piece, piece.count)
        isRead.change { $0 += count }
        Thread.sleep(forTimeInterval: 0.01)
      }
    }.start()
    let time = ContinuousClock().measure { printout.write(line + "\n") }
    #expect(time < .seconds(1))
    let end = ContinuousClock.now + .seconds(20)
    while isRead.value < 1_000_001, .now < end { try await Task.sleep(for: .milliseconds(5)) }
    #expect(isRead.value == 1_000_001, "and comes whole")
  }

  @Test func `what somebody has typed commands no terminal`() {
    final class Lines: Tap {
      let all = Box<[String]>([])

      func receive<Root: Event>(_ event: Root, _ envelope: Envelope) {
        all.change { $0.append(EventPrinter.line(of: event, envelope)) }
      }
    }
    let (stream, lines) = (AppStream(), Lines())
    stream.add(lines)
    stream.send(Note.text("\u{9B}2J \u{1B}[31m \u{202E}abc\n#2 [2] Note.text"))
    let line = lines.all.value.joined()
    #expect(line.hasPrefix("#1 ") && line.hasSuffix("\n") && line.contains("abc"))
    #expect(line.dropLast().unicodeScalars.allSatisfy { !$0.isHidden })
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
