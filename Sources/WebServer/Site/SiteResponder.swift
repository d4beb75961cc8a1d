internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Leads each request to the app or the endpoint that answers it.
struct SiteResponder: HTTPResponder {
  typealias Context = PageContext

  let main: PageResponder
  let mounted: [(mount: Mount, pages: PageResponder)]
  let endpoints: [String: ServerEndpoint]
  let continuations: [String: Continuation]
  let monitor: (any ServerMonitor)?
  let proxies: SilentProxies
  let names: ServerNames

  func respond(to request: Request, context: PageContext) async throws -> Response {
    let begin = monitor.map { _ in ContinuousClock.now }
    let response = try await answer(request, context)
    if let monitor, let begin { monitor.requestAnswered(status: response.status.code, after: .now - begin) }
    // Whoever answers: a proxy would take content for the beginning of the next answer, which is somebody else's perhaps.
    return request.method == .head ? response.headOnly : response
  }

  private func answer(_ request: Request, _ context: PageContext) async throws -> Response {
    let path = request.uri.path
    let requester = proxies.requester(context.address, request.head)
    guard names.allow(requester) else { return main.plain(.misdirectedRequest, ServerNames.refusal) }
    if path == UploadResponder.path || path == BeaconResponder.path {
      return try await main.respond(to: request, context: context)
    }
    if let endpoint = endpoints[path] {
      guard endpoint.admission.admits(requester) else { return main.refusal(by: endpoint.admission) }
      if requester.isBehindAnotherSite { return main.refusalOfOtherSite }
      return await ask(endpoint, request, requester)
    }
    if let continuation = continuations[path] {
      guard continuation.admits(requester) else {
        let isOther = continuation.admission.admits(requester)
        return isOther ? main.refusalOfOtherSite : main.refusal(by: continuation.admission)
      }
      return request.method == .get ? await main.goOn(from: continuation, request, context) : main.onlyGet
    }
    // The client's files are the same for all, and style sheets have names of their own.
    let all = [main] + mounted.map(\.pages)
    if let owner = all.first(where: { $0.hasFile(at: path) }) {
      return try await owner.respond(to: request, context: context)
    }
    if let (mount, pages) = mounted.first(where: { $0.mount.holds(path) }) {
      guard mount.admission.admits(requester) else { return main.refusal(by: mount.admission) }
      return try await pages.respond(to: request, context: context)
    }
    return try await main.respond(to: request, context: context)
  }

  private func ask(_ endpoint: ServerEndpoint, _ request: Request, _ requester: Requester) async -> Response {
    guard request.method == .get || request.method == .head else { return main.onlyGet }
    let query = Dictionary(
      request.uri.queryParameters.map { (String($0.key), String($0.value)) }, uniquingKeysWith: { $1 })
    let reply = await endpoint.reply(ServerEndpoint.Question(requester: requester, query: query))
    return main.response(
      HTTPResponse.Status(code: reply.status), reply.type, ByteBuffer(bytes: reply.content),
      [.cacheControl: "no-store", .contentSecurityPolicy: reply.policy])
  }
}
