internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
internal import Synchronization

/// Posts batches by HTTP: `POST` with `Content-Type: application/json` and the batch's key as `Idempotency-Key`.
///
/// | status | then |
/// |---|---|
/// | 2xx | accepted |
/// | 400, 413, 422 | refused |
/// | any other, a redirect too; no answer in time; no connection | tried again, not before what `Retry-After` says |
public final class HTTPAnalyticsEndpoint: AnalyticsEndpoint {
  private let url: String
  private let headers: [(name: String, value: String)]
  private let timeout: Duration
  /// Made with a post, and let go when it is closed. One that goes without being shut down ends a debug build.
  private let client = Mutex<HTTPClient?>(nil)

  /// Prepares an endpoint.
  ///
  /// - Parameters:
  ///   - url: An `http` or `https` address.
  ///   - headers: What else every post carries, such as `Authorization`.
  ///   - timeout: How long a post may take.
  /// - Throws: ``AnalyticsError/address(_:)``.
  public init(_ url: String, headers: [(name: String, value: String)] = [], timeout: Duration = .seconds(30)) throws {
    guard url.hasPrefix("http://") || url.hasPrefix("https://") else { throw AnalyticsError.address(url) }
    self.url = url
    self.headers = headers
    self.timeout = timeout
  }

  deinit {
    guard let open = takeClient() else { return }
    Task { await Self.shutDown(open) }
  }

  /// Posts a batch as JSON. What the endpoint answers, or that it doesn't in time, becomes the outcome.
  public func post(_ batch: AnalyticsBatch) async -> PostOutcome {
    var request = HTTPClientRequest(url: url)
    request.method = .POST
    for header in headers { request.headers.add(name: header.name, value: header.value) }
    request.headers.replaceOrAdd(name: "Content-Type", value: "application/json")
    request.headers.replaceOrAdd(name: "Idempotency-Key", value: batch.key)
    request.body = .bytes(ByteBuffer(bytes: batch.body))
    let end = ContinuousClock.now + timeout
    do {
      let response = try await openClient().execute(request, timeout: TimeAmount(timeout))
      await drain(response.body, until: end)
      return Self.outcome(of: response.status.code, retryAfter: response.headers.first(name: "Retry-After"))
    } catch {
      return .failed(reason: "\(error)")
    }
  }

  /// Reads to the end what the endpoint says: it isn't wanted, but left unread it would hold the connection. An endpoint that doesn't come
  /// to an end in time has answered all the same, and loses the connection.
  private func drain(_ body: HTTPClientResponse.Body, until end: ContinuousClock.Instant) async {
    await withTaskGroup { group in
      group.addTask { _ = try? await body.collect(upTo: 1 << 16) }
      group.addTask { try? await Task.sleep(until: end, clock: .continuous) }
      await group.next()
      group.cancelAll()
    }
  }

  /// Closes the connections that wait to be used again. The next post opens others.
  public func close() async {
    guard let open = takeClient() else { return }
    await Self.shutDown(open)
  }

  private static func shutDown(_ client: HTTPClient) async { try? await client.shutdown() }

  private func openClient() -> HTTPClient {
    client.withLock { client in
      if let client { return client }
      // A redirected POST would arrive as a GET, whose success says nothing.
      let configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
      let new = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
      client = new
      return new
    }
  }

  private func takeClient() -> HTTPClient? { client.withLock { $0.take() } }

  static func outcome(of status: UInt, retryAfter: String?) -> PostOutcome {
    switch status {
    case 200..<300: .accepted
    case 400, 413, 422: .refused(reason: "status \(status)")
    default: .failed(reason: "status \(status)", retryAfter: retryAfter.flatMap(RetryAfter.duration))
    }
  }
}
