import Foundation
import Testing

@testable import WebServer

struct FreedMemoryTests {
  /// How much of the process is in memory, in bytes.
  private var resident: Int {
    get throws {
      let statm = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      let pages = try #require(statm.split(separator: " ").dropFirst().first.flatMap { Int($0) })
      return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
  }

  @Test("what lies free between things that are alive is given back")
  func holes() throws {
    // 64 MB in small pieces, of which one in two hundred lives on.
    var pieces = (0..<131_072).map { _ in malloc(512) }
    defer { for piece in pieces { free(piece) } }
    for case let piece? in pieces { memset(piece, 1, 512) }
    for index in pieces.indices where index % 200 != 0 {
      free(pieces[index])
      pieces[index] = nil
    }
    let before = try resident
    FreedMemory.giveBack()
    #expect(try resident < before - 40 << 20)
  }

  @Test("who has much memory is left alone the longer")
  func pauses() {
    #expect(FreedMemory.pause(after: .microseconds(300)) == .seconds(5))
    #expect(FreedMemory.pause(after: .milliseconds(40)) == .seconds(40))
  }

  /// Connections of strangers left hundreds of megabytes behind, for as long as nothing else happened.
  @Test("a process that has come to rest gives back what its last peers took")
  func rest() {
    #expect(FreedMemory.isDue(after: .milliseconds(100), lately: .milliseconds(100)))
    #expect(!FreedMemory.isDue(after: .milliseconds(60), lately: .milliseconds(60)))
    #expect(FreedMemory.isDue(after: .milliseconds(60), lately: .microseconds(500)))
    #expect(!FreedMemory.isDue(after: .milliseconds(3), lately: .microseconds(500)))
  }
}
