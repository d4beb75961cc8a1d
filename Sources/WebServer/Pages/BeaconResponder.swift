internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import ViewKit

/// Takes what a page had no answer to, or no time to say, when it was left: its browser delivers that when the page has gone.
///
/// It is a hello and intents, as they are said on the live link, each on a line of its own. Intents have numbers, so what has come by the
/// link too isn't done twice.
struct BeaconResponder: Sendable {
  static let path = "/ghostlight/beacon"
  /// As many bytes as browsers let a beacon have.
  static let mostBytes = 65_536
  /// As many bytes as the first line may have: a hello has a hundred.
  static let mostFirstBytes = 4_096

  /// The sessions of all apps of the server.
  let stores: [SessionStore]
  var proxies = SilentProxies()

  /// What is said to a beacon that another has taken the place of.
  private static let superseded = (
    status: HTTPResponse.Status.conflict, text: "The page has said more meanwhile, and this with it.\n"
  )

  /// Carries out what a page has said. While that waits, another takes its place that doesn't go less far: the page says in it once more
  /// what it had no answer to. Which of two is the later, their order doesn't tell.
  ///
  /// - Parameter address: Where the request comes from.
  /// - Returns: What became of it, and a sentence about it.
  func take(_ request: Request, from address: String) async -> (status: HTTPResponse.Status, text: String) {
    guard SameOrigin.allows(request.head) else {
      return (.forbidden, "A page of another site may not say anything here.\n")
    }
    let (body, session): (ByteBuffer, WebSession)
    // From its hello until it is carried out it is held, and of an address only so much.
    let claim = Claim(to: request)
    defer { claim.release() }
    do throws(Refusal) { (body, session) = try await read(request, from: address, holding: claim) } catch {
      return (error.status, error.text)
    }
    defer { session.release() }
    let lines = body.readableBytesView.split(separator: UInt8(ascii: "\n"))
    // What its page had typed into private inputs is nowhere any more, and a form without them isn't what was sent.
    guard !session.lacksPrivate else {
      return (.conflict, "The page would have to say first what private inputs hold.\n")
    }
    guard let number = session.pauses.beginBeacon(saying: Self.intents(of: lines.dropFirst())) else {
      return Self.superseded
    }
    defer { session.pauses.endBeacon(number) }
    session.noteWelcome()
    for line in lines.dropFirst() {
      guard session.pauses.isDue(beacon: number) else { return Self.superseded }
      guard let message = try? ClientMessage(line) else {
        return (.badRequest, "Each further line must be [\"i\", number, target, kind, …].\n")
      }
      // As on a page's connection: who hears nothing isn't told more and more.
      guard !session.outbox.isFlooded else {
        return (.tooManyRequests, "The page hasn't read what it was told before.\n")
      }
      let isDue = await session.pause(for: line.count, .beacon(number)) { !session.pauses.isDue(beacon: number) }
      guard isDue else { return Self.superseded }
      let isStillDue = await session.waitForAnswers(before: message, .beacon(number)) {
        !session.pauses.isDue(beacon: number)
      }
      guard isStillDue else { return Self.superseded }
      await session.inTurn { await session.carryOut(message) }
    }
    // Nobody is there any more who would say it again.
    await session.journal?.settle()
    return (.noContent, "")
  }

  /// What is said instead of carrying anything out.
  private struct Refusal: Error {
    let status: HTTPResponse.Status
    let text: String
  }

  /// Reads a beacon, and holds its session. What comes behind its first line is kept only for a page that may speak, and of few beacons at
  /// a time.
  private func read(
    _ request: Request, from address: String, holding claim: Claim
  ) async throws(Refusal) -> (ByteBuffer, WebSession) {
    var body = ByteBuffer()
    var session: WebSession?
    var isRead = false
    defer {
      session?.pauses.endReading()
      if !isRead { session?.release() }
    }
    var parts = request.body.makeAsyncIterator()
    while true {
      let part: ByteBuffer?
      do { part = try await parts.next() } catch {
        throw Refusal(status: .badRequest, text: "The beacon didn't arrive whole.\n")
      }
      if let part { body.writeImmutableBuffer(part) }
      let first = body.readableBytesView.firstIndex(of: UInt8(ascii: "\n"))
      let length = first.map { $0 - body.readerIndex } ?? body.readableBytes
      if session == nil, first != nil || part == nil || length > Self.mostFirstBytes {
        guard length <= Self.mostFirstBytes else { throw Self.noHello }
        let speaker = try await speaker(body.readableBytesView.prefix(length), request, from: address)
        guard speaker.pauses.beginReading() else {
          speaker.release()
          throw Refusal(status: .tooManyRequests, text: "The page says too much at once.\n")
        }
        session = speaker
        guard claim.hold(of: speaker.quota) else {
          throw Refusal(status: .tooManyRequests, text: "Pages of this address say too much at once.\n")
        }
      }
      guard body.readableBytes <= Self.mostBytes else {
        throw Refusal(status: .contentTooLarge, text: "A beacon has at most \(Self.mostBytes) bytes.\n")
      }
      if part == nil, let session {
        isRead = true
        return (body, session)
      }
    }
  }

  /// The room that a beacon takes of what its address may have on its way.
  private final class Claim {
    private let bytes: Int
    private var quota: AddressQuota?

    init(to request: Request) {
      let length = request.headers[.contentLength].flatMap { Int($0) } ?? BeaconResponder.mostBytes
      bytes = min(max(length, 0), BeaconResponder.mostBytes)
    }

    /// - Returns: Whether there is room for it.
    func hold(of quota: AddressQuota) -> Bool {
      guard quota.hold(bytes: bytes) else { return false }
      self.quota = quota
      return true
    }

    func release() { quota?.letGo(bytes: bytes) }
  }

  private static let noHello = Refusal(
    status: .badRequest, text: "The first line must be [\"h\", session, token, sequence].\n")

  /// The session that a page may speak for. It is held.
  private func speaker(
    _ hello: ByteBufferView, _ request: Request, from address: String
  ) async throws(Refusal) -> WebSession {
    guard case .hello(let id, let token, _)? = try? ClientMessage(hello) else { throw Self.noHello }
    let stores = stores.admitting(proxies.requester(address, request.head))
    let visitor = VisitorCookie.visitor(in: request.headers[.cookie])
    let found: WebSession?
    do throws(SessionStore.Refusal) {
      found = try await stores.hold(id, token: token, visitor: visitor, from: address)
    } catch {
      throw Refusal(status: .serviceUnavailable, text: error.text)
    }
    guard let session = found else {
      throw Refusal(status: .forbidden, text: "There is no such session, or the page may not speak for it.\n")
    }
    return session
  }

  /// From which intent to which a beacon goes: pages say them in order. What can't be read counts as none.
  private static func intents(of lines: some BidirectionalCollection<ByteBufferView>) -> ClosedRange<Int> {
    func number(_ line: ByteBufferView?) -> Int? { line.flatMap { try? ClientMessage($0) }?.number }
    let first = number(lines.first) ?? 0
    return first...max(first, number(lines.last) ?? 0)
  }
}

extension ClientMessage {
  /// The number of what it says that the user did; `nil` if it says something else.
  var number: Int? {
    switch self {
    case .intent(let number, _), .visit(let number, _, _): number
    case .hello, .privateContent, .endOfPrivateContent, .acknowledge, .question: nil
    }
  }
}

extension WebSession {
  /// Carries out what its page says its user did, unless that has been done, or something before it hasn't.
  fileprivate func carryOut(_ message: ClientMessage) async {
    switch message {
    case .intent(let number, let intent): try? await receive(intent, number: number) { take(number) }
    case .visit(let number, let path, let isBack):
      let visit = SessionVisit(number: recordedNumber(number), path: path, isBack: isBack)
      _ = await live.visit(visit) {
        finish(number)
      } if: {
        take(number)
      }
    case .hello, .privateContent, .endOfPrivateContent, .acknowledge, .question: return
    }
    // The page may be there after all: its browser keeps it for who goes back.
    outbox.confirm(lastFinished) {}
  }
}
