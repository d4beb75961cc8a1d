extension String {
  /// The path of a file as SQLite takes it for one: what begins with “file:” it takes for a URI, and names that begin with a colon are
  /// its own.
  public var asDatabasePath: String { hasPrefix("file:") || hasPrefix(":") ? "./\(self)" : self }
}
