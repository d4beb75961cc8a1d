internal import HTTPTypes
internal import Logging
internal import Synchronization

/// Whether a server has reason to think that a proxy stands before it on this machine, which doesn't say so: then nobody can be told from
/// somebody here. Thread-safe.
final class SilentProxies: Sendable {
  private let isSeen = Atomic(false)
  private let logger: Logger?

  init(logger: Logger? = nil) { self.logger = logger }

  /// Who asks, in the light of all who have asked.
  func requester(_ address: String, _ head: HTTPRequest) -> Requester {
    if isSeen.load(ordering: .relaxed) { return Requester(address: address, head: head, mayBePassedOn: true) }
    let requester = Requester(address: address, head: head)
    if requester.isOfSilentProxy, !isSeen.exchange(true, ordering: .relaxed) {
      logger?.notice(
        """
        a request from this machine asked for another name: a proxy may stand here that doesn't say so, and what is for this machine alone \
        is answered to nobody from now on
        """,
        metadata: ["name": "\(requester.host.prefix(100))"])
    }
    return requester
  }
}
