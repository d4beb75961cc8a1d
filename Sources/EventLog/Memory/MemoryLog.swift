/// A log that lives as long as its process: for tests, and for apps that only want to look at what happens.
///
/// ```swift
/// let log = try MemoryLog()
/// ```
public typealias MemoryLog = StoredLog<MemoryStore>

extension StoredLog where Store == MemoryStore {
  /// Makes an empty log.
  ///
  /// - Parameters:
  ///   - version: The version of the app's events: see ``LogMigrations/version``.
  ///   - limits: How much waits to be written, and how long.
  ///   - onFailure: Told of each event that can't be encoded.
  /// - Throws: Nothing, with a version of 0 or more.
  public convenience init(version: Int = 1, limits: LogLimits = LogLimits(), onFailure: LogFailureHandler? = nil) throws
  {
    try self.init(MemoryStore(), version: version, limits: limits, onFailure: onFailure)
  }
}
