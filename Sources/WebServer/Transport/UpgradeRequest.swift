package import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// A browser's wish to turn its connection into a live socket.
package struct UpgradeRequest: Sendable {
  /// The request's method, path with query, and header fields.
  package let head: HTTPRequest

  /// The peer's IP address, or nil if the system can't tell it.
  package let remoteAddress: String?

  /// - Throws: When the method or a header can't be expressed as `HTTPRequest`.
  init(_ head: HTTPRequestHead, secure: Bool, remoteAddress: SocketAddress?) throws {
    self.head = try HTTPRequest(head, secure: secure, splitCookie: false)
    self.remoteAddress = remoteAddress?.ipAddress
  }
}

extension HTTPRequestHead {
  /// Whether it says one host, or none where it needn't: <https://www.rfc-editor.org/rfc/rfc9112#section-3.2>.
  var saysOneHost: Bool {
    let hosts = headers["host"].count
    return hosts == 1 || hosts == 0 && version == .http1_0
  }

  /// Whether the client would like to speak another protocol after this request.
  var asksForUpgrade: Bool { headers.contains(name: "upgrade") }

  /// Whether this is a WebSocket handshake for the path, or one under it, whatever its query.
  func asksForWebSocket(at path: String) -> Bool {
    let own = uri.prefix { $0 != "?" }
    return method == .GET && version == .http1_1
      && (own == path || own.hasPrefix(path + "/"))
      && headers[canonicalForm: "connection"].contains { $0.lowercased() == "upgrade" }
      && headers[canonicalForm: "upgrade"].contains { $0.lowercased() == "websocket" }
  }
}
