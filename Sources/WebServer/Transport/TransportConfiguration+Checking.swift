import NIOCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension TransportConfiguration {
  /// Sees whether a server could listen so at this moment. Nothing stays of it.
  ///
  /// - Throws: `TransportError`, as making a server and running it do.
  func check() throws {
    if let tls { _ = try tls.makeContext() }
    do {
      try Self.tryOut(try SocketAddress.makeAddressResolvingHost(host, port: port))
    } catch {
      throw TransportError(listening: error, on: self) ?? error
    }
  }

  /// Binds a socket as a server does, and closes it again. It doesn't listen meanwhile, so that it is in nobody's way.
  private static func tryOut(_ address: SocketAddress) throws {
    let file = socket(address.protocol.rawValue, stream, 0)
    guard file >= 0 else { throw IOError(errnoCode: errno, reason: "socket") }
    defer { close(file) }
    // Connections of a server that has ended don't keep the port from the next.
    var isReused: CInt = 1
    _ = setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<CInt>.size))
    guard address.withSockAddr({ bind(file, $0, socklen_t($1)) }) == 0 else {
      throw IOError(errnoCode: errno, reason: "bind")
    }
  }

  #if canImport(Glibc)
    private static let stream = CInt(SOCK_STREAM.rawValue)
  #else
    private static let stream = SOCK_STREAM
  #endif
}
