internal import Glibc
internal import HTTPTypes
internal import Hummingbird

/// Who asks for something, as far as a request tells.
public struct Requester: Sendable {
  /// The address that the connection comes from; behind a proxy the proxy's.
  public let address: String
  private let head: HTTPRequest
  /// Whether a page has gone live from this machine under a name that isn't its own: through a proxy perhaps that doesn't say that it is one,
  /// and may have passed this on as well.
  private let mayBePassedOn: Bool

  init(address: String, head: HTTPRequest, mayBePassedOn: Bool = false) {
    self.address = address
    self.head = head
    self.mayBePassedOn = mayBePassedOn
  }

  /// The value of a header, such as `Authorization`; `nil` if there is none.
  public func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { head.headerFields[$0] } }

  /// The host that the browser thinks it speaks to, in small letters and without the port, or the dot that may end it.
  public var host: String { spokenHost.asHost }

  private var authority: String { head.authority ?? header("Host") ?? "" }

  private var spokenHost: String {
    guard authority.hasPrefix("[") else { return String(authority.prefix { $0 != ":" }) }
    let parts = authority.dropFirst().split(separator: "]", maxSplits: 1, omittingEmptySubsequences: false)
    // What isn't an address and a port is no name that anybody has.
    return parts.count == 2 && (parts[1].isEmpty || parts[1].hasPrefix(":")) ? String(parts[0]) : authority
  }

  /// The port that the browser thinks it speaks to; `nil` if it is the usual one.
  var port: Int? {
    let end = authority.lastIndex { $0 == ":" || $0 == "]" }
    guard let end, authority[end] == ":" else { return nil }
    return Int(authority[end...].dropFirst())
  }

  /// Whether a proxy says that it has passed the request on, or may have without a word.
  var isPassedOn: Bool {
    mayBePassedOn || saysItIsPassedOn
  }

  /// Whether it comes from this machine, under a name of another, and from no proxy that says that it is one. Whoever asks by what the
  /// server listens at, by the name that this machine has for itself, or by none, may well be here.
  var isOfSilentProxy: Bool {
    isLoopback(address) && !isLocalName(host) && !saysItIsPassedOn
      && !["", "0.0.0.0", "::"].contains(host) && !isMachineName(host)
  }

  private var saysItIsPassedOn: Bool {
    head.headerFields.contains { field in
      let name = field.name.canonicalName
      return name.hasPrefix("x-forwarded-") || proxyHeaders.contains(name)
    }
  }

  /// Whether no page of another site asks, as far as the browser says. Safari says of a link that opens a tab of its own that another
  /// does; but where it is, which no page can make up.
  var isOfNoOtherSite: Bool {
    let site = header("Sec-Fetch-Site")
    return site == nil || site == "same-origin" || site == "none" || isOfOwnPage
  }

  private var isOfOwnPage: Bool {
    guard let parts = header("Referer")?.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false),
      parts.count > 2
    else { return false }
    return SameOrigin.allows(origin: parts[..<3].joined(separator: "/"), head)
  }

  /// Whether a page of another site asks without its reader having gone here: for a picture, say.
  var isBehindAnotherSite: Bool { !isOfNoOtherSite && header("Sec-Fetch-Mode") != "navigate" }
}

/// What proxies add to a request, besides what begins with `X-Forwarded-`.
private let proxyHeaders: Set = [
  "cf-connecting-ip", "cf-ray", "client-ip", "fastly-client-ip", "fly-client-ip", "forwarded", "true-client-ip", "via",
  "x-client-ip",
  "x-cluster-client-ip", "x-original-forwarded-for", "x-real-ip",
]

/// Whether this machine calls itself so.
func isMachineName(_ host: String) -> Bool { host == machineName }

private let machineName: String = {
  var name = [CChar](repeating: 0, count: 256)
  gethostname(&name, name.count - 1)
  return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).asHost
}()

extension String {
  /// A host's name as names are compared.
  var asHost: String {
    let name = lowercased()
    return name.hasSuffix(".") ? String(name.dropLast()) : name
  }
}
