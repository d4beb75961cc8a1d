#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Which file stands at a path, and as of when: the same as long as nobody has put another there, written it, or changed its rights.
struct FileState: Equatable, Sendable {
  private let numbers: [UInt64]

  /// - Returns: `nil` where no file is, or none that may be looked at.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let changed = status.st_ctimespec
    #else
      let changed = status.st_ctim
    #endif
    // By the time of the last change rather than of the last writing: that may be put back, and a right that was missing isn't written.
    numbers = [
      UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino),
      UInt64(truncatingIfNeeded: status.st_size), UInt64(truncatingIfNeeded: changed.tv_sec),
      UInt64(truncatingIfNeeded: changed.tv_nsec),
    ]
  }
}
