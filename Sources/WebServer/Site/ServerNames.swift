internal import Logging
internal import Synchronization

/// Which names a server answers to. Thread-safe.
///
/// Any page can have its own name lead to 127.0.0.1 after it was loaded, and is then, to its reader's browser, a page of whatever listens
/// there. It comes from this machine, without TLS, and to the port that the server listens on: a browser gives a page no other. What comes
/// through a proxy mostly has the proxy's, so where no names are said, such requests and no others are refused.
final class ServerNames: Sendable {
  private let said: Set<String>
  /// Whether a page elsewhere can't have the server's name without its certificate.
  private let isEncrypted: Bool
  /// The name that the server was told to listen at.
  private let own: String
  private let port: Atomic<Int>
  private let isLogged = Atomic(false)
  private let logger: Logger?

  /// - Throws: Where a name is none that a browser could ask for: no other would be answered either.
  init(_ configuration: ServerConfiguration, logger: Logger? = nil) throws(NameError) {
    if let wrong = configuration.names.first(where: { !isHostName($0) }) { throw NameError(name: wrong) }
    said = Set(configuration.names.map(\.asHost))
    isEncrypted = configuration.tls != nil
    own = configuration.host.asHost
    port = Atomic(configuration.port)
    self.logger = logger
  }

  /// The server listens on this port.
  func listens(on port: Int) { self.port.store(port, ordering: .relaxed) }

  /// Whether the server answers to the name that is asked for; that it doesn't is logged the first time.
  func allow(_ requester: Requester) -> Bool {
    let name = requester.host
    if said.contains(name) || !mayBeOfOthers(name) || said.isEmpty && !isLedHere(requester) { return true }
    if !isLogged.exchange(true, ordering: .relaxed) {
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

/// A name that no browser asks for.
package struct NameError: Error, CustomStringConvertible {
  private let name: String

  package init(name: String) { self.name = name }

  /// What is wrong, and how to mend it.
  package var description: String {
    """
    '\(name)' is no name that a browser asks a server for. Say it without scheme and port, such as app.example.org, and in ASCII, such as \
    xn--caf-dma.example.
    """
  }
}

/// Whether a browser can ask for it as a host: letters of other scripts are put into ASCII first.
package func isHostName(_ name: String) -> Bool {
  let labels = name.asHost.split(separator: ".", omittingEmptySubsequences: false)
  return name.utf8.count <= 253
    && labels.allSatisfy { label in
      !label.isEmpty && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }
}
