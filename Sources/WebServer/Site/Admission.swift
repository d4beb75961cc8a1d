/// Who is answered, where not everyone is.
public struct Admission: Sendable {
  private let test: (@Sendable (Requester) -> Bool)?

  /// Admits whomever the test admits. It is asked with each request, from any thread.
  public init(_ test: @escaping @Sendable (Requester) -> Bool) { self.test = test }

  private init() { test = nil }

  /// Admits everyone.
  public static let everyone = Admission()
  /// Whether nobody is ever refused.
  var isForEveryone: Bool { test == nil }

  /// Admits those on the same machine.
  ///
  /// The connection must come from a loopback address and ask for one, so that no page elsewhere can have its own name lead
  /// here; and no proxy may say that it has passed it on, for then its address says nothing. Of a proxy on this machine that says
  /// neither that it is one, as with `X-Forwarded-For`, nor refuses names that it doesn't know, whoever is behind it can ask for
  /// `localhost` and pass for somebody here. So nobody is admitted any more, until the process ends, once a page has gone live from
  /// this machine under another name. Where such a proxy may stand, give an admission of your own.
  public static let thisMachine = Admission { requester in
    isLoopback(requester.address) && isLocalName(requester.host) && !requester.isPassedOn
  }

  func admits(_ requester: Requester) -> Bool { test?(requester) ?? true }
}

func isLoopback(_ address: String) -> Bool {
  address == "::1" || address.hasPrefix("127.") || address.hasPrefix("::ffff:127.")
}

func isLocalName(_ host: String) -> Bool {
  host == "localhost" || host.hasSuffix(".localhost") || host == "::1"
    || (host.hasPrefix("127.") && host.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") })
}
