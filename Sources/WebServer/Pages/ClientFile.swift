internal import CZlib
internal import NIOCore
internal import WebRenderer

/// A file that pages load, under an address that changes with its content, so that browsers may keep it for ever.
struct ClientFile: Sendable {
  let path: String
  let type: String
  let content: [UInt8]
  /// The content, for all answers the same: thousands may be on their way to those who don't read them.
  let body: ByteBuffer
  /// The content as gzip, or nothing if that isn't shorter.
  let compressedBody: ByteBuffer?

  init(script name: String, _ content: [UInt8]) {
    self.init(name, "js", type: "text/javascript; charset=utf-8", content)
  }

  init(styleSheet name: String, _ content: [UInt8]) {
    self.init(name, "css", type: "text/css; charset=utf-8", content)
  }

  /// A name for all that pages of an app load: a page that has other files isn't of this program.
  static func version(styledBy styleSheet: String) -> String {
    mark(of: ClientFiles.everything + styleSheet.utf8)
  }

  private init(_ name: String, _ ending: String, type: String, _ content: [UInt8]) {
    self.type = type
    self.content = content
    body = ByteBuffer(bytes: content)
    compressedBody = gzip(content).flatMap { $0.count < content.count ? ByteBuffer(bytes: $0) : nil }
    path = "/ghostlight/\(name)-\(mark(of: content)).\(ending)"
  }
}

/// A short name for a content: its length and checksum. Nobody has an interest in a collision: the content is the program's own.
private func mark(of content: [UInt8]) -> String {
  let checksum = content.withUnsafeBufferPointer { crc32(0, $0.baseAddress, UInt32($0.count)) }
  return String(content.count, radix: 16) + "-" + String(checksum, radix: 16)
}

/// The bytes in the gzip format, as small as zlib can make them; nothing when it has no memory for that.
private func gzip(_ bytes: [UInt8]) -> [UInt8]? {
  var stream = z_stream()
  // 15 bits of window, and 16 more ask for gzip's header instead of zlib's own.
  guard
    deflateInit2_(
      &stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size)) == Z_OK
  else { return nil }
  defer { deflateEnd(&stream) }
  var input = bytes
  let limit = Int(deflateBound(&stream, UInt(bytes.count)))
  return input.withUnsafeMutableBufferPointer { input in
    [UInt8](unsafeUninitializedCapacity: limit) { output, count in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(limit)
      _ = deflate(&stream, Z_FINISH)
      count = Int(stream.total_out)
    }
  }
}
