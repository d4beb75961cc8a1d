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
  /// Whether it was chosen together with one that went before it.
  let isBehind: Bool

  /// Reads a request's head; nothing if it isn't one for a file.
  init?(_ headers: HTTPFields) {
    guard let session = headers[.uploadSession], let token = headers[.uploadToken],
      let view = headers[.uploadView].flatMap({ Int($0) }), let size = headers[.uploadSize].flatMap({ Int($0) }),
      size >= 0,
      let name = headers[.uploadName]?.percentDecoded, name.utf8.count <= 1024
    else { return nil }
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
