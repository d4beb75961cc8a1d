internal import NIOPosix

/// Where files are written, synchronised and removed: on threads that may wait for the disk. Those of sessions and requests may not, for
/// there are only as many as cores.
enum FileThreads {
  /// They wait for the disk, not for a core. It lives as long as the process.
  private static let pool = {
    let pool = NIOThreadPool(numberOfThreads: 4)
    pool.start()
    return pool
  }()

  /// Does something there. It is done also when the task is cancelled: what is half done would stay.
  static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      pool.submit { _ in continuation.resume(returning: work()) }
    }
  }

  /// Does something there, without anybody who waits for it.
  static func start(_ work: @escaping @Sendable () -> Void) { pool.submit { _ in work() } }
}
