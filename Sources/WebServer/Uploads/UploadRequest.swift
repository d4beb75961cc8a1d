internal import HTTPTypes

/// What a page says of a file that it sends.
struct UploadRequest: Equatable {
  let session: String
  let token: String
  let view: Int
  let name: String
  let type: String
  /// How many bytes the file has, as the page says; without its content, if that is too many.
  let size: Int
  /// What the page calls this file, however often it sends it; nothing if it doesn't say.
  let id: String?
  /// Whether it was chosen together with one that went before it, or before another was refused.
  let isBehind: Bool

  /// A header that is missing, or has something else than it should.
  struct Malformed: Error {
    /// What is said of it.
    let text: String

    fileprivate init(_ header: HTTPField.Name, _ meaning: String) {
      text = "The head of the request should say in \(header.rawName) \(meaning).\n"
    }
  }

  /// Reads a request's head.
  ///
  /// - Throws: ``Malformed`` with the first header that isn't as it should be.
  init(_ headers: HTTPFields) throws(Malformed) {
    guard let session = headers[.uploadSession] else {
      throw Malformed(.uploadSession, "which session the file is for")
    }
    guard let token = headers[.uploadToken] else { throw Malformed(.uploadToken, "what its page is known by") }
    guard let view = headers[.uploadView].flatMap({ Int($0) }) else {
      throw Malformed(.uploadView, "which view the file is for, as a number")
    }
    guard let size = headers[.uploadSize].flatMap({ Int($0) }), size >= 0 else {
      throw Malformed(.uploadSize, "how many bytes the file has, as a number from 0")
    }
    guard let name = headers[.uploadName]?.percentDecoded, name.utf8.count <= 1024 else {
      throw Malformed(
        .uploadName, "what the file is called, as encodeURIComponent writes it, in 1,024 bytes of UTF-8 at most")
    }
    self.session = session
    self.token = token
    self.view = view
    self.size = size
    self.name = name
    type = headers[.contentType] ?? ""
    isBehind = headers[.uploadBehind] != nil
    id = headers[.uploadID].flatMap { RandomToken.isOne($0) ? $0 : nil }
  }
}

extension HTTPField.Name {
  static let uploadSession = named("Ghostlight-Session")
  static let uploadToken = named("Ghostlight-Token")
  static let uploadView = named("Ghostlight-View")
  static let uploadName = named("Ghostlight-File")
  static let uploadSize = named("Ghostlight-Size")
  static let uploadID = named("Ghostlight-Upload")
  static let uploadBehind = named("Ghostlight-Behind")

  private static func named(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .server }
}

extension String {
  /// The text that `encodeURIComponent` was given; nothing if it gave something else.
  fileprivate var percentDecoded: String? {
    var bytes: [UInt8] = []
    var rest = Substring(self).utf8
    while let byte = rest.popFirst() {
      if byte != UInt8(ascii: "%") {
        bytes.append(byte)
        continue
      }
      let digits = String(Substring(rest.prefix(2)))
      guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else {
        return nil
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
