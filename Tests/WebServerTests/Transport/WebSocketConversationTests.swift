import NIOCore
import NIOWebSocket
import Testing

@testable import WebServer

struct `WebSocket conversation` {
  var conversation = WebSocketConversation(maximumMessageBytes: 8)

  @Test mutating func `delivers a message when its last fragment is there`() {
    #expect(conversation.receive(frame(.text, "ab", fin: false)) == .nothing)
    #expect(conversation.receive(frame(.continuation, "", fin: false)) == .nothing)
    #expect(conversation.receive(frame(.continuation, "cd")) == .deliver(ByteBuffer(string: "abcd")))
  }

  @Test mutating func `joins a character that was split between fragments`() {
    let bytes = Array("é".utf8)
    #expect(conversation.receive(frame(.text, bytes: [bytes[0]], fin: false)) == .nothing)
    #expect(conversation.receive(frame(.continuation, bytes: [bytes[1]])) == .deliver(ByteBuffer(string: "é")))
  }

  @Test mutating func `counts all fragments towards the limit`() {
    #expect(conversation.receive(frame(.text, "12345", fin: false)) == .nothing)
    #expect(
      conversation.receive(frame(.continuation, "6789")) == .sayGoodbye(WebSocketClosure.messageTooLarge.payload))
  }

  /// Each was copied together with all before it: half a million of one byte took an event loop 14 seconds.
  @Test func `puts fragments together where they are`() {
    let count = WebSocketConversation.mostFragments
    var conversation = WebSocketConversation(maximumMessageBytes: count)
    var (place, moves): (UnsafeRawPointer?, Int) = (nil, 0)
    for number in 1..<count {
      #expect(conversation.receive(frame(number == 1 ? .text : .continuation, "x", fin: false)) == .nothing)
      let now = conversation.message.withUnsafeReadableBytes { $0.baseAddress }
      if now != place { moves += 1 }
      place = now
    }
    #expect(moves < 30)
    let whole = ByteBuffer(string: String(repeating: "x", count: count))
    #expect(conversation.receive(frame(.continuation, "x")) == .deliver(whole))
  }

  @Test func `ends with a peer that breaks a message into too many pieces`() {
    var conversation = WebSocketConversation(maximumMessageBytes: .max)
    for number in 1...WebSocketConversation.mostFragments {
      #expect(conversation.receive(frame(number == 1 ? .text : .continuation, "x", fin: false)) == .nothing)
    }
    #expect(
      conversation.receive(frame(.continuation, "x")) == .sayGoodbye(WebSocketClosure.tooManyFragments.payload))
  }

  @Test mutating func `begins anew after each message`() {
    for _ in 0..<2 {
      #expect(conversation.receive(frame(.text, "ab", fin: false)) == .nothing)
      #expect(conversation.receive(frame(.continuation, "cd")) == .deliver(ByteBuffer(string: "abcd")))
      #expect(conversation.receive(frame(.text, "ef")) == .deliver(ByteBuffer(string: "ef")))
    }
    #expect(conversation.receive(frame(.continuation, "g")) == .sayGoodbye(WebSocketClosure.protocolError.payload))
  }

  @Test mutating func `refuses a new message inside another`() {
    #expect(conversation.receive(frame(.text, "a", fin: false)) == .nothing)
    #expect(conversation.receive(frame(.text, "b")) == .sayGoodbye(WebSocketClosure.protocolError.payload))
  }

  @Test mutating func `discards everything after its goodbye, until the peer's`() {
    #expect(conversation.close(nil) == .sayGoodbye(WebSocketClosure.normal.payload))
    #expect(conversation.close(.goingAway) == .nothing)
    #expect(conversation.receive(frame(.text, "a")) == .nothing)
    #expect(conversation.receive(frame(.connectionClose, "")) == .disconnect)
    #expect(conversation.disconnect() == .nothing)
  }

  @Test mutating func `echoes the peer's close frame`() {
    let payload = WebSocketClosure(code: 1000, reason: "Bye").payload
    #expect(
      conversation.receive(frame(.connectionClose, bytes: Array(payload.readableBytesView))) == .answerGoodbye(payload))
    #expect(!conversation.isOpen)
  }

  /// Its connection stayed for ever when it didn't read the answer.
  @Test mutating func `gives a peer up that is still there after its goodbye`() {
    _ = conversation.receive(frame(.connectionClose, ""))
    #expect(conversation.tick(couldHear: true) == .disconnect)
  }

  @Test mutating func `gives a peer up that doesn't answer a goodbye`() {
    _ = conversation.close(nil)
    #expect(conversation.tick(couldHear: false) == .disconnect)
  }

  @Test mutating func `goes away when the server shuts down`() {
    conversation.isShuttingDown = true
    #expect(conversation.close(nil) == .sayGoodbye(WebSocketClosure.goingAway.payload))
  }

  @Test mutating func `gives a peer up that leaves two pings unanswered`() {
    #expect(conversation.tick(couldHear: true) == .ping)
    #expect(conversation.receive(frame(.pong, "")) == .nothing)
    #expect(conversation.tick(couldHear: true) == .ping)
    #expect(conversation.tick(couldHear: true) == .ping)
    #expect(conversation.tick(couldHear: true) == .disconnect)
  }

  /// On a slow line a large picture was cut off again and again, though its bytes went all the time.
  @Test mutating func `who reads what stands before a ping isn't taken for gone`() {
    for _ in 0..<2 { #expect(conversation.tick(couldHear: true) == .ping) }
    for _ in 0..<10 { #expect(conversation.tick(couldHear: true, isTaking: true) == .nothing) }
    for _ in 0..<2 { #expect(conversation.tick(couldHear: true) == .ping) }
    #expect(conversation.tick(couldHear: true) == .disconnect)
  }

  @Test mutating func `ends with a peer whose frames say nothing`() {
    #expect(conversation.receive(frame(.text, "a", fin: false)) == .nothing)
    for number in 1...WebSocketConversation.mostEmptyFrames {
      let opcode: WebSocketOpcode = number.isMultiple(of: 2) ? .ping : .continuation
      let action = conversation.receive(frame(opcode, "", fin: opcode == .ping))
      #expect(action == (opcode == .ping ? .pong(ByteBuffer()) : .nothing))
    }
    #expect(conversation.receive(frame(.ping, "")) == .sayGoodbye(WebSocketClosure.tooManyFrames.payload))
  }

  /// Who answers pings kept half a megabyte for as long as it liked.
  @Test mutating func `ends with a peer that doesn't come to the end of its message`() {
    #expect(conversation.receive(frame(.text, "a", fin: false)) == .nothing)
    for _ in 0..<WebSocketConversation.mostIntervals {
      #expect(conversation.tick(couldHear: true) == .ping)
      #expect(conversation.receive(frame(.pong, "")) == .nothing)
      // What the server doesn't read takes the peer no time.
      #expect(conversation.tick(couldHear: false) == .ping)
    }
    #expect(conversation.tick(couldHear: true) == .sayGoodbye(WebSocketClosure.messageTooSlow.payload))
  }

  /// What its user had written was lost: behind 1008 a page leaves out what it was about to say.
  @Test func `has a page whose message takes too long say it again`() {
    #expect(WebSocketClosure.messageTooSlow.code == 1013)
  }

  @Test func `lets a long message take longer, and each its own time`() {
    let size = WebSocketConversation.bytesPerInterval
    var conversation = WebSocketConversation(maximumMessageBytes: 2 * size)
    for _ in 0..<2 {
      let part = [UInt8](repeating: 0x78, count: size)
      #expect(conversation.receive(frame(.text, bytes: part, fin: false)) == .nothing)
      for _ in 0...WebSocketConversation.mostIntervals {
        #expect(conversation.tick(couldHear: true) == .ping)
        #expect(conversation.receive(frame(.pong, "")) == .nothing)
      }
      let whole = ByteBuffer(bytes: part + [0x79])
      #expect(conversation.receive(frame(.continuation, "y")) == .deliver(whole))
    }
  }

  @Test func `takes no long message from a peer that hasn't said anything`() {
    var conversation = WebSocketConversation(maximumMessageBytes: 8, maximumFirstBytes: 4)
    #expect(conversation.receive(frame(.text, "123", fin: false)) == .nothing)
    #expect(
      conversation.receive(frame(.continuation, "45")) == .sayGoodbye(WebSocketClosure.messageTooLarge.payload))
  }

  @Test func `takes a long message from a peer that has said something short`() {
    var conversation = WebSocketConversation(maximumMessageBytes: 8, maximumFirstBytes: 4)
    for text in ["1234", "12345678"] {
      #expect(conversation.receive(frame(.text, text)) == .deliver(ByteBuffer(string: text)))
    }
  }

  @Test mutating func `lets a peer ping now and then for ever`() {
    for _ in 0..<WebSocketConversation.mostEmptyFrames {
      #expect(conversation.receive(frame(.ping, "")) == .pong(ByteBuffer()))
      #expect(conversation.receive(frame(.ping, "")) == .pong(ByteBuffer()))
      _ = conversation.tick(couldHear: true)
    }
  }

  @Test mutating func `blames no peer for its own deafness`() {
    for _ in 0..<5 {
      #expect(conversation.tick(couldHear: false) == .ping)
    }
  }

  @Test func `cuts a long reason between characters`() {
    let payload = WebSocketClosure(code: 1000, reason: String(repeating: "é", count: 100)).payload
    #expect(payload.readableBytes == 124)
    #expect(payload.getString(at: 2, length: 122) == String(repeating: "é", count: 61))
  }

  private func frame(_ opcode: WebSocketOpcode, _ text: String, fin: Bool = true) -> WebSocketFrame {
    frame(opcode, bytes: Array(text.utf8), fin: fin)
  }

  private func frame(_ opcode: WebSocketOpcode, bytes: [UInt8], fin: Bool = true) -> WebSocketFrame {
    var data = ByteBuffer(bytes: bytes)
    let key: WebSocketMaskingKey = [1, 2, 3, 4]
    data.webSocketMask(key)
    return WebSocketFrame(fin: fin, opcode: opcode, maskKey: key, data: data)
  }
}
