#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// How many files and connections the process may have open.
enum OpenFiles {
  /// So many are for all else that a server opens, databases and files that are handed over: without any it couldn't go on, and the
  /// system's own library ends a process that finds none.
  private static let reserve = 256

  /// Lets the process have as many as the system allows it to ask for; many systems give it 1,024 unless it asks.
  ///
  /// - Returns: How many of them may be connections.
  static func allowAll() -> Int {
    var limit = rlimit()
    #if canImport(Glibc)
      let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let kind = RLIMIT_NOFILE
    #endif
    guard getrlimit(kind, &limit) == 0 else { return forConnections(of: 1_024) }
    if limit.rlim_cur < limit.rlim_max {
      let before = limit.rlim_cur
      limit.rlim_cur = limit.rlim_max
      // A server that isn't given more goes on with what it has.
      if setrlimit(kind, &limit) != 0 { limit.rlim_cur = before }
    }
    return forConnections(of: Int(clamping: limit.rlim_cur))
  }

  /// How many of so many files may be connections: all but a reserve, which of few is a quarter.
  static func forConnections(of files: Int) -> Int { max(1, files - min(reserve, files / 4)) }
}
