/// The file of an open database can't be used just now.
public struct UnusableFile: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is the matter with it.
  public enum Reason: Sendable {
    /// It, or the folder it was in, is gone.
    case missing
    /// Another file stands where it, or its write-ahead log, was.
    case replaced
    /// Nobody may write it.
    case readOnly
    /// The system can't say whether it is there.
    case unreadable
    /// The database was closed.
    case closed
  }

  /// What is the matter with it.
  public let reason: Reason
  /// Which file it is, and what the system says of it.
  public let detail: String

  init(_ reason: Reason, _ detail: String) {
    self.reason = reason
    self.detail = detail
  }

  /// What happened and what to do about it, in English.
  public var description: String {
    let remedy =
      switch reason {
      case .missing: "it was removed; put the same file back, or start again with another"
      case .replaced: "it was replaced; put the original back, or start again with the new one"
      case .readOnly: "it may not be written; change its permissions"
      case .unreadable: "the system can't say whether it is there; check the disk and the permissions of its folder"
      case .closed: "it was closed"
      }
    return "\(detail): \(remedy)"
  }
}
