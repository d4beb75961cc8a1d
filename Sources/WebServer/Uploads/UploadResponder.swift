internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import ViewKit

/// Takes the files that users hand over.
///
/// A file is taken only from a page of this server, for a session that the page proves to be its own, and for a picker that is
/// on its screen and can be used. What is said of it is checked before its content is read; its content is counted as it comes.
struct UploadResponder: Sendable {
  static let path = "/ghostlight/files"

  /// The sessions of all apps of the server.
  let stores: [SessionStore]
  let configuration: ServerConfiguration
  var proxies = SilentProxies()

  /// What is said to a request whose file another has sent meanwhile.
  private static let superseded = (status: HTTPResponse.Status.conflict, text: "The file was sent again meanwhile.\n")

  /// What is said to a request whose session has too many that wait.
  private static let tooMany = (
    status: HTTPResponse.Status.serviceUnavailable, text: "Too many files come at once; send one after another.\n"
  )

  /// What is said to a request whose content has come to an end too early, or is too long, and goes again.
  private static let cutOff = (
    status: HTTPResponse.Status.serviceUnavailable, text: "The file didn't arrive whole; send it again.\n"
  )

  /// Takes a file.
  ///
  /// - Parameter address: Where the request comes from.
  /// - Returns: What became of it, and a sentence about it.
  func take(_ request: Request, from address: String) async -> (status: HTTPResponse.Status, text: String) {
    guard SameOrigin.allows(request.head) else {
      return (.forbidden, "A page of another site may not send files here.\n")
    }
    let upload: UploadRequest
    do throws(UploadRequest.Malformed) { upload = try UploadRequest(request.headers) } catch {
      return (.badRequest, error.text)
    }
    let stores = stores.admitting(proxies.requester(address, request.head))
    let visitor = VisitorCookie.visitor(in: request.headers[.cookie])
    let found: WebSession?
    do throws(SessionStore.Refusal) {
      found = try await stores.hold(upload.session, token: upload.token, visitor: visitor, from: address)
    } catch {
      return (.serviceUnavailable, error.text)
    }
    guard let session = found else {
      return (.forbidden, "There is no such session, or the page may not speak for it.\n")
    }
    defer { session.release() }
    guard await session.pause(for: 0, .file) else { return Self.tooMany }
    // The answer was lost, or is late, and the page sends it again.
    if let id = upload.id { await session.files.undecided.wait(for: id) }
    if let id = upload.id, await hasTaken(id, upload.view, session) {
      await session.journal?.settle()
      return (.ok, "Taken before.\n")
    }
    let limits = await session.live.withScreen { $0.fileLimits(of: upload.view) }
    guard let limits = limits.flatMap({ $0 }) else {
      return (.conflict, "That view takes no file at the moment.\n")
    }
    if await FileThreads.run({ [files = session.files] in files.isBusy(butFor: upload.id) }) { return Self.tooMany }
    if !upload.isBehind { await beginChoice(upload.view, session) }
    do throws(FileProblem) {
      let count = await fileCount(upload.view, session)
      let file = try await receive(upload, request.body, limits, beside: count, into: session.files)
      guard let file else { return Self.superseded }
      return try await hand(file, upload.id, to: upload.view, of: session, limits)
    } catch {
      // Whose page calls it something sends it again, and tells the picker itself when that is too often in vain.
      if error == .cutOff, upload.id != nil { return Self.cutOff }
      try? await session.live.receive(Intent(.view(upload.view), .change, .fileProblem(error)))
      return (error.status, "\(error)\n")
    }
  }

  /// Whether a session has taken a file before that its page calls so.
  private func hasTaken(_ id: String, _ view: Int, _ session: WebSession) async -> Bool {
    // Where files come, the disk is waited for under the same lock.
    if await FileThreads.run({ [files = session.files] in files.hasTaken(id) }) { return true }
    // Of what came before the session returned, its screen tells.
    return await session.live.withScreen { $0.hasFile(id, in: view) } ?? false
  }

  /// Tells a picker that something new has been chosen, if it has reasons to forget by that.
  private func beginChoice(_ view: Int, _ session: WebSession) async {
    guard await session.live.withScreen({ $0.hasFileProblem(in: view) }) == true else { return }
    try? await session.live.receive(Intent(.view(view), .change, .fileChoice))
  }

  /// How many files a picker has.
  private func fileCount(_ view: Int, _ session: WebSession) async -> Int {
    await session.live.withScreen { $0.files(in: view).count } ?? 0
  }

  /// - Returns: The file, of which it isn't decided yet what becomes of it; or nothing if another request has sent it meanwhile.
  private func receive(
    _ request: UploadRequest, _ body: RequestBody, _ limits: FileLimits, beside count: Int, into folder: UploadFolder
  ) async throws(FileProblem) -> UploadedFile? {
    let limit = min(limits.size, configuration.maximumFileBytes)
    if request.size > limit { throw .tooLarge(limit: limit) }
    let claimed = UploadedFile(name: request.name, type: request.type, size: request.size, path: "")
    let problem = limits.problem(name: claimed.name, type: claimed.type, size: claimed.size, beside: count)
    if let problem { throw problem }
    let begun = await FileThreads.run { folder.begin(request.id) }
    guard let upload = begun else {
      if let id = request.id, await FileThreads.run({ folder.isTaking(id) }) { return nil }
      throw .noRoom
    }
    do {
      var size = 0
      // Gathered: pieces may be as small as a byte, and each time the file is opened anew.
      var gathered: [UInt8] = []
      for try await buffer in body {
        size += buffer.readableBytes
        guard size <= request.size else { throw FileProblem.cutOff }
        gathered += buffer.readableBytesView
        if gathered.count >= Self.bytesAtOnce { try await write(&gathered, to: upload) }
      }
      guard size == request.size else { throw FileProblem.cutOff }
      folder.undecided.add(upload.path, request.id)
      try await write(&gathered, to: upload)
    } catch {
      await FileThreads.run { upload.discard() }
      folder.undecided.remove(upload.path, request.id)
      // What becomes of it, the one in its place tells.
      if upload.isSuperseded { return nil }
      throw error as? FileProblem ?? .cutOff
    }
    guard await FileThreads.run({ upload.finish() }) else {
      folder.undecided.remove(upload.path, request.id)
      if upload.isSuperseded { return nil }
      throw .noRoom
    }
    return UploadedFile(name: claimed.name, type: claimed.type, size: request.size, path: upload.path)
  }

  /// How many bytes of a file are written at once.
  private static let bytesAtOnce = 16_384

  private func write(_ bytes: inout [UInt8], to upload: Upload) async throws(FileProblem) {
    if bytes.isEmpty { return }
    let piece = bytes
    bytes = []
    guard await FileThreads.run({ upload.write(piece) }) else { throw .noRoom }
  }

  private func hand(
    _ file: UploadedFile, _ id: String?, to view: Int, of session: WebSession, _ limits: FileLimits
  ) async throws(FileProblem) -> (status: HTTPResponse.Status, text: String) {
    defer { session.files.undecided.remove(file.path, id) }
    let isNoted = await FileThreads.run { [files = session.files] in files.noteTaken(file, id) }
    guard isNoted else { return Self.superseded }
    do throws(IntentRefusal) {
      try await session.live.receive(Intent(.view(view), .change, .file(file)))
      // The page forgets it then.
      await session.journal?.settle()
      return (.ok, "Taken.\n")
    } catch {
      await FileThreads.run { session.files.discard(file) }
      // Others that were on their way with it have come first.
      let count = await fileCount(view, session)
      let problem = limits.problem(name: file.name, type: file.type, size: file.size, beside: count)
      if let problem { throw problem }
      return (.conflict, "\(error)\n")
    }
  }
}

extension FileProblem {
  fileprivate var status: HTTPResponse.Status {
    switch self {
    case .tooLarge: .contentTooLarge
    case .wrongType: .unsupportedMediaType
    // Not a conflict: those go again.
    case .tooMany: .unprocessableContent
    case .noRoom: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
    case .cutOff: .badRequest
    }
  }
}

extension ViewTree {
  /// Whether a picker on the screen has a file that the page calls so.
  fileprivate func hasFile(_ id: String, in picker: Int) -> Bool {
    files(in: picker).contains { $0.path.split(separator: "/").last?.hasPrefix(id) == true }
  }

  /// What a picker on the screen has.
  fileprivate func files(in picker: Int) -> [UploadedFile] { (view(picker) as? FilePicker)?.files ?? [] }

  /// Whether a picker on the screen tells why something wasn't taken.
  fileprivate func hasFileProblem(in picker: Int) -> Bool { (view(picker) as? FilePicker)?.problem != nil }
}
