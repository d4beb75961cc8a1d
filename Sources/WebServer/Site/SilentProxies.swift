internal import HTTPTypes
internal import Logging
internal import Synchronization

/// Whether a server has reason to think that a proxy stands before it on this machine, which doesn't say so: then nobody can be told from
/// somebody here. Thread-safe.
final class SilentProxies: Sendable {
  private let isSeen = Atomic(false)
  private let logger: Logger?

  init(logger: Logger? = nil) { self.logger = logger }

  /// Who asks, in the light of all who are here.
  func requester(_ address: String, _ head: HTTPRequest) -> Requester {
    Requester(address: address, head: head, mayBePassedOn: isSeen.load(ordering: .relaxed))
  }

  /// A page goes live. Under another name than this machine's it does so where people come through a proxy; a request alone says little, for
  /// a link to a picture is enough for one.
  func notePage(of requester: Requester) {
    guard requester.isOfSilentProxy, !isSeen.exchange(true, ordering: .relaxed) else { return }
    logger?.notice(
      """
      a page on this machine went live under another name: a proxy may stand here that doesn't say so, and what is for this machine alone \
      is answered to nobody from now on
      """,
      metadata: ["name": "\(requester.host.prefix(100))"])
  }
}
