/// Whose a log is: no other app's events are written into it.
public struct LogOwner: Hashable, Sendable {
  /// What the app is called.
  public let name: String
  /// What it was called before: its logs from then are its own.
  public let formerNames: Set<String>

  /// Describes an app.
  public init(_ name: String, formerNames: Set<String> = []) {
    self.name = name
    self.formerNames = formerNames
  }

  /// Whether the app is called so, or was before.
  package func has(_ name: String) -> Bool { name == self.name || formerNames.contains(name) }
}
