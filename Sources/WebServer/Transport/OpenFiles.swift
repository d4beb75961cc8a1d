#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// How many files and connections the process may have open.
enum OpenFiles {
  /// Lets the process have as many as the system allows it to ask for; many systems give it 1,024 unless it asks.
  static func allowAll() {
    var limit = rlimit()
    #if canImport(Glibc)
      let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let kind = RLIMIT_NOFILE
    #endif
    guard getrlimit(kind, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
    limit.rlim_cur = limit.rlim_max
    // A server that isn't given more goes on with what it has.
    _ = setrlimit(kind, &limit)
  }
}
