import NIOCore
import NIOWebSocket

extension ByteBuffer {
  /// Writes an unmasked frame, as a server sends it, into one buffer.
  ///
  /// NIO's encoder writes head and payload apart, which makes two TLS records of every message. Copying is cheaper.
  /// Source: RFC 6455, section 5.2.
  init(frame opcode: WebSocketOpcode, _ payload: some Collection<UInt8>) {
    let size = payload.count
    self = ByteBufferAllocator().buffer(capacity: size + (size <= 125 ? 2 : size <= 0xffff ? 4 : 10))
    writeInteger(0x80 | UInt8(webSocketOpcode: opcode))
    switch size {
    case ...125:
      writeInteger(UInt8(size))
    case ...0xffff:
      writeInteger(UInt8(126))
      writeInteger(UInt16(size))
    case _:
      writeInteger(UInt8(127))
      writeInteger(UInt64(size))
    }
    writeBytes(payload)
  }
}
