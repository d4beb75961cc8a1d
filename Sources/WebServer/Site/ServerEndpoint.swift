internal import ViewKit

/// Something besides screens that a server answers at an address: figures for a monitor, a picture that is drawn when asked for.
public struct ServerEndpoint: Sendable {
  /// What is asked.
  public struct Question: Sendable {
    /// Who asks.
    public let requester: Requester
    /// What stands behind `?` in the address, by name, unescaped; of several with one name the last.
    public let query: [String: String]
  }

  /// What is answered.
  public struct Reply: Sendable {
    let status: Int
    let type: String
    let content: [UInt8]
    let policy: String

    /// Answers with a content.
    ///
    /// - Parameters:
    ///   - type: Its media type, such as `image/svg+xml`.
    ///   - policy: What it may load and run when it is opened by itself, or in a frame: by default nothing, but styles of its
    ///     own.
    public init(
      _ content: some Sequence<UInt8>, type: String, status: Int = 200,
      policy: String = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    ) {
      self.status = status
      self.type = type
      self.content = Array(content)
      self.policy = policy
    }

    /// Answers with a text.
    public init(_ text: String, status: Int = 200) {
      self.init(text.utf8, type: "text/plain; charset=utf-8", status: status)
    }
  }

  let path: String
  let admission: Admission
  let reply: @Sendable (Question) async -> Reply

  /// Describes an endpoint.
  ///
  /// - Parameters:
  ///   - path: Where it is, such as `/metrics`. It takes precedence over a screen there. Answers `GET` and `HEAD`.
  ///   - admission: Who is answered; whoever is on this machine, unless given.
  ///   - reply: Answers. What it waits for, the requester waits for.
  public init(
    _ path: String, for admission: Admission = .thisMachine,
    _ reply: @escaping @Sendable (Question) async -> Reply
  ) {
    // As browsers say it.
    self.path = Path(path).text
    self.admission = admission
    self.reply = reply
  }
}
