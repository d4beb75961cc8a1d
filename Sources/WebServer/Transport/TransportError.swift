import NIOCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What can go wrong between the server and the network, and how to mend it.
package enum TransportError: Error, Equatable, CustomStringConvertible {
  /// Another program listens on this address already.
  case addressInUse(host: String, port: Int)

  /// The system doesn't let this program listen on the port.
  case portNotPermitted(port: Int)

  /// The host isn't an address of this machine, or can't be resolved.
  case addressUnavailable(host: String, port: Int, reason: String)

  /// The certificate file is missing, or isn't PEM.
  case unreadableCertificate(path: String, reason: String)

  /// The private key file is missing, encrypted, or isn't PEM.
  case unreadablePrivateKey(path: String, reason: String)

  /// The private key belongs to another certificate.
  case mismatchedPrivateKey(certificate: String, privateKey: String)

  /// The live socket was closed, by either side, before the message could be sent.
  case socketClosed

  /// What was wrong, and how to mend it.
  package var description: String {
    switch self {
    case .addressInUse(let host, let port):
      "Port \(port) on \(host) is taken. Stop the program that uses it, or choose another port (0 picks a free one)."
    case .portNotPermitted(let port):
      "Listening on port \(port) isn't permitted. Choose a port above 1023, or give the program the right to bind it."
    case .addressUnavailable(let host, let port, let reason):
      "Can't listen on \(host), port \(port): \(reason). Use an address of this machine, such as 127.0.0.1 or 0.0.0.0."
    case .unreadableCertificate(let path, let reason):
      "Can't read the certificate \(path): \(reason). It must be PEM, the server's own certificate first."
    case .unreadablePrivateKey(let path, let reason):
      "Can't read the private key \(path): \(reason). It must be a readable PEM file without a passphrase."
    case .mismatchedPrivateKey(let certificate, let privateKey):
      "The private key \(privateKey) doesn't belong to the certificate \(certificate). Use a matching pair."
    case .socketClosed:
      "The live socket is closed. Stop sending; the browser opens a new one when it comes back."
    }
  }

  /// Names the reason why listening failed, or nil if the error has nothing to do with that.
  init?(listening error: any Error, on configuration: TransportConfiguration) {
    let (host, port) = (configuration.host, configuration.port)
    switch (error as? IOError)?.errnoCode {
    case EADDRINUSE: self = .addressInUse(host: host, port: port)
    case EACCES, EPERM: self = .portNotPermitted(port: port)
    case let code?: self = .addressUnavailable(host: host, port: port, reason: String(cString: strerror(code)))
    case nil where error is SocketAddressError.UnknownHost:
      self = .addressUnavailable(host: host, port: port, reason: "no address is known by that name")
    case nil where error is SocketAddressError:
      self = .addressUnavailable(host: host, port: port, reason: "that is no address")
    case nil: return nil
    }
  }
}
