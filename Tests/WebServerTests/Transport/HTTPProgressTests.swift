import Testing

@testable import WebServer

struct `HTTP progress` {
  var progress = HTTPProgress()

  /// Whether the peer is given up after so many intervals, and not before.
  private mutating func isStuck(after intervals: Int, buffered: Int = 0) -> Bool {
    for _ in 1..<intervals where progress.isStuck(buffered: buffered) { return false }
    return progress.isStuck(buffered: buffered)
  }

  @Test mutating func `ends with a peer that asks for nothing`() {
    #expect(isStuck(after: HTTPProgress.patience) == true)
  }

  @Test mutating func `ends with a peer that doesn't come to the end of its request`() {
    progress.requestBegan()
    for _ in 0..<10 {
      #expect(progress.isStuck(buffered: 0) == false)
      #expect(progress.isStuck(buffered: 0) == false)
      progress.requestMoved(by: HTTPProgress.leastBytes)
    }
    #expect(isStuck(after: HTTPProgress.patience + 1) == true)
  }

  /// One byte every eight seconds was held for ever.
  @Test mutating func `ends with a peer that drips`() {
    progress.requestBegan()
    for _ in 0..<HTTPProgress.patience {
      #expect(progress.isStuck(buffered: 0) == false)
      progress.requestMoved(by: HTTPProgress.leastBytes - 1)
    }
    #expect(progress.isStuck(buffered: 0) == true)
  }

  /// So was the content of what had been refused.
  @Test mutating func `ends with a peer that goes on sending what was answered`() {
    progress.requestBegan()
    progress.partWritten()
    progress.partSent()
    progress.answerEnded()
    for _ in 0..<HTTPProgress.patience {
      #expect(progress.isStuck(buffered: 0) == false)
      progress.requestMoved(by: 100_000)
    }
    #expect(progress.isStuck(buffered: 0) == true)
  }

  @Test mutating func `waits for the server as long as that takes`() {
    progress.requestBegan()
    progress.requestEnded()
    for _ in 0..<20 { #expect(progress.isStuck(buffered: 0) == false) }
  }

  /// An answer that took over a minute was cut off.
  @Test mutating func `waits for a peer that reads an answer, however slowly`() {
    progress.requestBegan()
    progress.requestEnded()
    for _ in 0..<2 { progress.partWritten() }
    progress.answerEnded()
    progress.partSent()
    for left in (0..<20).reversed() {
      #expect(progress.isStuck(buffered: left * 1_000) == false)
      #expect(progress.isStuck(buffered: left * 1_000) == false)
    }
    progress.partSent()
    #expect(isStuck(after: HTTPProgress.patience + 1) == true)
  }

  /// It took one answer after the other to be computed for ever, and read none.
  @Test mutating func `ends with a peer that doesn't read an answer, written to its end or not`() {
    progress.requestBegan()
    progress.requestEnded()
    progress.partWritten()
    #expect(isStuck(after: HTTPProgress.patience + 1, buffered: 100_000) == true)
    progress.answerEnded()
    #expect(isStuck(after: HTTPProgress.patience + 1, buffered: 100_000) == true)
  }

  @Test mutating func `counts anew with each part of an answer that is taken`() {
    progress.requestBegan()
    progress.requestEnded()
    for _ in 0..<10 { progress.partWritten() }
    for _ in 0..<9 {
      progress.partSent()
      for _ in 0..<HTTPProgress.patience { #expect(progress.isStuck(buffered: 0) == false) }
    }
    #expect(progress.isStuck(buffered: 0) == true)
  }
}
