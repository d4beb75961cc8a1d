internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import WebRenderer

/// What the answers to requests are made of, and what is said to those that get no screen.
extension PageResponder {
  /// What is said to those who aren't admitted.
  func refusal(by admission: Admission) -> Response { refusal(admission.refusal) }

  /// What is said where a page of another site asks without its reader having gone here.
  var refusalOfOtherSite: Response { refusal("This is for whoever goes to it, not for pages of other sites.") }

  private func refusal(_ text: String) -> Response { html(.forbidden, pages.notice("Not allowed", text).bytes) }

  /// What is said to other methods.
  var onlyGet: Response {
    plain(.methodNotAllowed, "Only GET and HEAD are answered here.\n", [.allow: "GET, HEAD"])
  }

  /// What is said to other methods where pages send something.
  var onlyPost: Response { plain(.methodNotAllowed, "Only POST is answered here.\n", [.allow: "POST"]) }

  /// What `HEAD` hears of a screen: whether a page of it would be given now.
  func wouldOpen(from address: String) async -> Response {
    do throws(SessionStore.Refusal) {
      try store.admit(from: address).givePageBack()
      return html(.ok, [])
    } catch {
      return await refused(error)
    }
  }

  func refused(_ refusal: SessionStore.Refusal) async -> Response {
    switch refusal {
    case .tooMany, .troubled: return busy(.seconds(5))
    case .tooFast(let wait):
      // Who asks again at once, and doesn't wait as it is told, would have the server say so ten thousand times a second.
      try? await Task.sleep(for: Self.refusalPause)
      return later(.tooManyRequests, "Too many pages at once; please slow down.\n", wait + .seconds(1))
    }
  }

  func busy(_ wait: Duration) -> Response {
    later(.serviceUnavailable, "Too many people are here just now; please try again in a moment.\n", wait)
  }

  /// Somebody who stays on it gets there: a tab that nobody looks at isn't left behind.
  func later(_ status: HTTPResponse.Status, _ text: String, _ wait: Duration) -> Response {
    let seconds = "\(wait.components.seconds)"
    return plain(status, text, [.retryAfter: seconds, .refresh: seconds])
  }

  /// Only the files are compressed. In a screen, secrets stand beside text that others can choose, and the length of what is
  /// compressed together would tell one about the other.
  func file(_ file: ClientFile, accepting encodings: String?) -> Response {
    var headers: HTTPFields = [.cacheControl: "public, max-age=31536000, immutable", .vary: "Accept-Encoding"]
    guard let compressed = file.compressedBody, Self.accepts("gzip", in: encodings) else {
      return response(.ok, file.type, file.body, headers)
    }
    headers[.contentEncoding] = "gzip"
    return response(.ok, file.type, compressed, headers)
  }

  /// A file of the app's may change with its next version, and opened by itself it may load and run nothing. A mounted app's isn't for
  /// everyone whom a shared cache would give it to.
  func file(_ file: AppFile, _ body: ByteBuffer) -> Response {
    response(
      .ok, file.type, body,
      [
        .cacheControl: "\(isMounted ? "private" : "public"), max-age=3600",
        .contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      ])
  }

  func html(_ status: HTTPResponse.Status, _ bytes: [UInt8]) -> Response {
    response(
      status, "text/html; charset=utf-8", ByteBuffer(bytes: bytes),
      [
        .cacheControl: "no-store",
        .contentSecurityPolicy:
          "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self'; "
          + "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
          + (isMounted ? "; frame-src 'self'" : ""),
      ])
  }

  /// A cookie by TLS goes back by TLS only, whether this server speaks it or a proxy before it.
  func cookie(of visitor: String, _ request: Request) -> String {
    VisitorCookie.header(visitor, isSecure: isSecure(request))
  }

  /// Who asks for a page, if he has been here before.
  func visitor(of request: Request) -> String? {
    VisitorCookie.visitor(in: request.headers[.cookie], isSecure: isSecure(request))
  }

  private func isSecure(_ request: Request) -> Bool {
    configuration.tls != nil || VisitorCookie.isSecure(forwarded: request.headers[.forwardedProtocol])
  }

  /// An answer whose content would have a length that only making it tells.
  func unmeasured(_ response: Response) -> Response {
    var response = response
    response.headers[.contentLength] = nil
    return response
  }

  func plain(_ status: HTTPResponse.Status, _ text: String, _ headers: HTTPFields = [:]) -> Response {
    response(status, "text/plain; charset=utf-8", ByteBuffer(string: text), headers)
  }

  func response(
    _ status: HTTPResponse.Status, _ type: String, _ body: ByteBuffer, _ headers: HTTPFields = [:]
  ) -> Response {
    var headers = headers
    headers[.contentType] = type
    headers[.xContentTypeOptions] = "nosniff"
    headers[.referrerPolicy] = "same-origin"
    headers[.crossOriginOpenerPolicy] = "same-origin"
    headers[.crossOriginResourcePolicy] = "same-origin"
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
  }
}

extension HTTPField.Name {
  static let referrerPolicy = known("Referrer-Policy")
  static let refresh = known("Refresh")
  static let crossOriginOpenerPolicy = known("Cross-Origin-Opener-Policy")
  static let fetchSite = known("Sec-Fetch-Site")
  static let crossOriginResourcePolicy = known("Cross-Origin-Resource-Policy")
  static let forwardedProtocol = known("X-Forwarded-Proto")

  private static func known(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .server }
}
