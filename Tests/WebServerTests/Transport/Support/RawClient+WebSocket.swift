/// The peer's side of a WebSocket, by hand.
extension RawClient {
  struct Frame: Equatable {
    var opcode: UInt8
    var payload: [UInt8]

    static func text(_ text: String) -> Frame { Frame(opcode: 1, payload: Array(text.utf8)) }
    static func close(_ code: UInt16) -> Frame { Frame(opcode: 8, payload: [UInt8(code >> 8), UInt8(code & 0xff)]) }

    /// The code of a close frame.
    var code: Int? {
      opcode == 8 && payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : nil
    }
  }

  /// Connects and completes the handshake.
  static func connectLive<Result: Sendable>(
    to port: Int, _ body: (inout RawClient) async throws -> Result
  ) async throws -> Result {
    try await connect(to: port) { client in
      try await client.send(handshake())
      _ = try await client.read(through: "\r\n\r\n")
      return try await body(&client)
    }
  }

  /// - Parameter headers: Further lines of the request's head, each with its line end.
  static func handshake(path: String = "/live", _ headers: String = "") -> String {
    """
    GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\(headers)\r\n
    """
  }

  func send(_ frame: Frame, isFinal: Bool = true, isMasked: Bool = true) async throws {
    var bytes: [UInt8] = [(isFinal ? 0x80 : 0) | frame.opcode]
    let mask: UInt8 = isMasked ? 0x80 : 0
    switch frame.payload.count {
    case ...125: bytes += [mask | UInt8(frame.payload.count)]
    case let size: bytes += [mask | 127] + (0..<8).reversed().map { UInt8(size >> ($0 * 8) & 0xff) }
    }
    let key: [UInt8] = [1, 2, 3, 4]
    if isMasked {
      bytes += key + frame.payload.enumerated().map { $1 ^ key[$0 % 4] }
    } else {
      bytes += frame.payload
    }
    try await send(bytes)
  }

  mutating func readFrame() async throws -> Frame {
    let head = try await read(2)
    var size = Int(head[1])
    if size == 126 { size = try await read(2).reduce(0) { $0 << 8 | Int($1) } }
    if size == 127 { size = try await read(8).reduce(0) { $0 << 8 | Int($1) } }
    return Frame(opcode: head[0] & 0x0f, payload: try await read(size))
  }
}
