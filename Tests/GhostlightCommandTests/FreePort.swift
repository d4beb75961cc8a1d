import Foundation

/// A port of this machine that nobody listens at.
enum FreePort {
  enum Trouble: Error { case none }

  static func find() throws -> Int {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard listener >= 0 else { throw Trouble.none }
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      // Safe because both are the head of a socket's address, and the size is said.
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, size) == 0 ? getsockname(listener, address, &size) : -1
      }
    }
    guard code == 0 else { throw Trouble.none }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
