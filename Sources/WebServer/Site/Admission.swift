/// Who is answered, where not everyone is.
public struct Admission: Sendable {
  private let test: @Sendable (Requester) -> Bool

  /// Admits whomever the test admits. It is asked with each request, from any thread.
  public init(_ test: @escaping @Sendable (Requester) -> Bool) { self.test = test }

  /// Admits everyone.
  public static let everyone = Admission { _ in true }

  /// Admits those on the same machine.
  ///
  /// The connection must come from a loopback address and ask for one, so that no page elsewhere can have its own name lead
  /// here; and no proxy may have passed it on, for then its address says nothing.
  public static let thisMachine = Admission { requester in
    isLoopback(requester.address) && isLocalName(requester.host)
      && ["Forwarded", "X-Forwarded-For", "X-Real-IP", "Via"].allSatisfy { requester.header($0) == nil }
  }

  func admits(_ requester: Requester) -> Bool { test(requester) }
}

private func isLoopback(_ address: String) -> Bool {
  address == "::1" || address.hasPrefix("127.") || address.hasPrefix("::ffff:127.")
}

private func isLocalName(_ host: String) -> Bool {
  host == "localhost" || host.hasSuffix(".localhost") || host == "::1"
    || (host.hasPrefix("127.") && host.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") })
}
