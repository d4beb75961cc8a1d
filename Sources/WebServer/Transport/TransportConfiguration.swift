/// Where the server listens, and the limits that keep one peer from harming the others.
package struct TransportConfiguration: Sendable {
  /// The address or host name to listen on.
  package var host: String

  /// The TCP port, or 0 to let the system choose a free one.
  package var port: Int

  /// The certificate and key for TLS, or nil to serve plain text.
  package var tls: TLSFiles?

  /// How often it is looked whether certificate and key were renewed.
  package var certificatePause = Duration.seconds(30)

  /// The longest text message a browser may send, in bytes, all its fragments together.
  package var maximumMessageBytes = 64 * 1024

  /// The longest first message, which tells who the browser is, or nil for as long as others.
  package var maximumFirstMessageBytes: Int?

  /// The longest request head a client may send by HTTP/1.1, in bytes.
  package var maximumHeaderBytes = 16 * 1024

  /// How many connections may be open at once; further ones wait in the kernel's queue. Nil means as many as the process may have files,
  /// but for a reserve.
  package var maximumConnections: Int?

  /// The share of them that may come from one address, so that it can't keep all others out. What is more is closed at once.
  package var shareOfAddress = 0.75

  /// How long an HTTP connection may stay open with no request under way, or while the client takes nothing of an answer; a quarter longer
  /// at most.
  package var idleTimeout = Duration.seconds(60)

  /// How long a TLS handshake, and likewise the decision about an upgrade, may take.
  package var maximumUpgradeTime = Duration.seconds(5)

  /// How often the server pings a live socket. A peer that sends nothing for two intervals is cut off.
  package var pingInterval = Duration.seconds(20)

  /// How long the peer of a live socket may take to answer a close frame, or to read the answer to its own.
  package var closeTimeout = Duration.seconds(1)

  /// How long requests under way may go on after shutdown has begun, before they are cancelled.
  package var shutdownGrace = Duration.seconds(2)

  /// Describes a server with the usual limits.
  ///
  /// - Parameters:
  ///   - host: The address or host name to listen on.
  ///   - port: The TCP port, or 0 for any free one.
  ///   - tls: The certificate and key, or nil for plain text.
  package init(host: String = "127.0.0.1", port: Int, tls: TLSFiles? = nil) {
    self.host = host
    self.port = port
    self.tls = tls
  }
}
