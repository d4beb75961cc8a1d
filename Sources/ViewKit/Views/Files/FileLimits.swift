/// Which files a ``FilePicker`` takes.
public struct FileLimits: Sendable, Hashable {
  /// How many bytes a file may have.
  public let size: Int
  /// How many files there may be.
  public let count: Int
  /// What they may be: media types such as `image/png` or `image/*`, and endings such as `.csv`. Anything if empty, or with `*/*`.
  public let types: [String]

  /// Sets limits; the server has others besides. What is neither a media type nor an ending is a programmer's mistake.
  public init(size: Int = 10_000_000, count: Int = 1, types: [String] = []) {
    self.size = size
    self.count = max(count, 1)
    for type in types {
      precondition(
        type.hasPrefix(".") || type.contains("/"), "“\(type)” is neither a media type nor an ending such as “.csv”")
    }
    self.types = types.map { $0.lowercased() }
  }

  /// What is wrong with a file that is about to come; `nil` for nothing.
  ///
  /// - Parameter count: How many there are. Where there may be one, the next takes its place.
  public func problem(name: String, type: String, size: Int, beside count: Int = 0) -> FileProblem? {
    if size > self.size { return .tooLarge(limit: self.size) }
    let (name, type) = (name.lowercased(), type.lowercased())
    let isAllowed =
      types.isEmpty
      || types.contains { allowed in
        if allowed == "*/*" { return true }
        if allowed.hasPrefix(".") { return name.hasSuffix(allowed) }
        if allowed.hasSuffix("/*") { return type.hasPrefix(allowed.dropLast()) }
        return type == allowed
      }
    if !isAllowed { return .wrongType(allowed: types) }
    return self.count > 1 && count >= self.count ? .tooMany(limit: self.count) : nil
  }
}

/// Why a file isn't taken.
public enum FileProblem: Error, Sendable, Hashable, Codable, CustomStringConvertible {
  /// It has more bytes than are taken.
  case tooLarge(limit: Int)
  /// It isn't one of the kinds that are taken.
  case wrongType(allowed: [String])
  /// There are as many as there may be.
  case tooMany(limit: Int)
  /// The server has no room for it now.
  case noRoom
  /// It didn't arrive whole.
  case cutOff

  /// What is wrong, and how to mend it, in English.
  public var description: String {
    switch self {
    case .tooLarge(let limit): "The file is too large: at most \(FilePicker.text(ofSize: limit)) are taken."
    case .wrongType(let allowed): "That kind of file isn’t taken: choose \(FileKind.words(for: allowed))."
    case .tooMany(let limit): "No more than \(limit) files are taken: remove one first."
    case .noRoom: "There is no room for the file just now. Try again later."
    case .cutOff: "The file didn’t arrive whole. Try again."
    }
  }
}
