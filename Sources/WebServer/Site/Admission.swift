/// Who is answered, where not everyone is.
public struct Admission: Sendable {
  private let test: (@Sendable (Requester) -> Bool)?
  /// What is said to who isn't admitted.
  let refusal: String

  /// Admits whomever the test admits. It is asked with each request, from any thread.
  public init(_ test: @escaping @Sendable (Requester) -> Bool) {
    self.init(test, refusal: "This isn’t for everyone: the app says who may see it.")
  }

  private init(_ test: (@Sendable (Requester) -> Bool)?, refusal: String) {
    self.test = test
    self.refusal = refusal
  }

  /// Admits everyone who goes there. A page of another site may lead there, but what its reader's browser asks for by itself, as for a
  /// picture on it, gets the status 403: with every admission.
  public static let everyone = Admission(nil, refusal: "")
  /// Whether nobody is ever refused.
  var isForEveryone: Bool { test == nil }

  /// Admits those on the same machine.
  ///
  /// The connection must come from a loopback address and ask for one, so that no page elsewhere can have its own name lead
  /// here; and no proxy may say that it has passed it on, for then its address says nothing. Of a proxy on this machine that says
  /// neither that it is one, as with `X-Forwarded-For`, nor refuses names that it doesn't know, whoever is behind it can ask for
  /// `localhost` and pass for somebody here. So nobody is admitted any more, until the process ends, once a page has gone live from
  /// this machine under another name. Where such a proxy may stand, give an admission of your own.
  public static let thisMachine = Admission(
    { requester in
      isLoopback(requester.address) && isLocalName(requester.host) && !requester.isPassedOn
    }, refusal: "This is for whoever asks for localhost or 127.0.0.1 on this machine, and not through a proxy.")

  func admits(_ requester: Requester) -> Bool { test?(requester) ?? true }
}

func isLoopback(_ address: String) -> Bool {
  address == "::1" || address.hasPrefix("127.") || address.hasPrefix("::ffff:127.")
}

/// Whether a host, in small letters, is one by which a machine asks itself.
package func isLocalName(_ host: String) -> Bool {
  host == "localhost" || host.hasSuffix(".localhost") || host == "::1"
    || (host.hasPrefix("127.") && host.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") })
}
