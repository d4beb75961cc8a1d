internal import Logging
internal import Synchronization

/// Which names a server answers to. Thread-safe.
///
/// Any page can have its own name lead to 127.0.0.1 after it was loaded, and is then, to its reader's browser, a page of whatever listens
/// there. It comes from this machine, without TLS, and to the port that the server listens on: a browser gives a page no other. A proxy on
/// this machine has that port for itself alone by accident, so where no names are said, such requests and no others are refused.
final class ServerNames: Sendable {
  private let said: Set<String>
  /// Whether a page elsewhere can't have the server's name without its certificate.
  private let isEncrypted: Bool
  /// The name that the server was told to listen at.
  private let own: String
  private let port: Atomic<Int>
  private let isSaid = Atomic(false)
  private let logger: Logger?

  init(_ configuration: ServerConfiguration, logger: Logger? = nil) {
    said = Set(configuration.names.map(normal))
    isEncrypted = configuration.tls != nil
    own = normal(configuration.host)
    port = Atomic(configuration.port)
    self.logger = logger
  }

  /// The server listens on this port.
  func listens(on port: Int) { self.port.store(port, ordering: .relaxed) }

  /// Whether the server answers to the name that is asked for; that it doesn't is logged the first time.
  func allow(_ requester: Requester) -> Bool {
    let name = normal(requester.host)
    if said.contains(name) || !mayBeOfOthers(name) || said.isEmpty && !isLedHere(requester) { return true }
    if !isSaid.exchange(true, ordering: .relaxed) {
      logger?.notice(
        "somebody asked for a name that isn't this server's and was refused; if it is, say so with --name or ServerConfiguration.names",
        metadata: ["name": "\(name.prefix(100))"])
    }
    return false
  }

  /// Whether somebody elsewhere may have the name and say where it leads: an address leads to itself, and what has no dot to this machine
  /// or its network.
  private func mayBeOfOthers(_ name: String) -> Bool {
    name.contains(".") && name != own && !isLocalName(name) && !isMachineName(name)
      && !name.contains(":") && !name.allSatisfy { $0 == "." || $0.isASCII && $0.isNumber }
  }

  private func isLedHere(_ requester: Requester) -> Bool {
    !isEncrypted && isLoopback(requester.address) && (requester.port ?? 80) == port.load(ordering: .relaxed)
  }

  /// What is said to who asks for another.
  static let refusal = """
    This server doesn't answer to the name that was asked for. If it is the server's, start it with --name and the name, or set \
    ServerConfiguration.names.

    """
}

/// A host's name as names are compared: in small letters, without the dot that may end it.
private func normal(_ name: String) -> String {
  let name = name.lowercased()
  return name.hasSuffix(".") ? String(name.dropLast()) : name
}
