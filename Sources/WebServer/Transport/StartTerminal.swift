#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
internal import Synchronization

/// The terminal that a process was started in, if it is to end with it.
///
/// Who closes a terminal sends what was started there the signal by which servers are told to read a certificate again. Where that doesn't come
/// when the terminal goes, as behind a shell that leaves what runs in the background to itself, it means the certificate from then on.
final class StartTerminal: Sendable {
  /// Whether somebody has said, as `nohup` does, that the process is to go on without its terminal. Asked before the signal is caught, which
  /// happens once in a process.
  private static let isOutlived: Bool = {
    var action = sigaction()
    guard sigaction(SIGHUP, nil, &action) == 0 else { return false }
    // On each system the handler comes first, and 1 is the one that ignores: a cast in C, which Swift doesn't have.
    return withUnsafeBytes(of: action) { $0.load(as: Int.self) } == 1
  }()

  private let isToEnd: Mutex<Bool>

  /// Looks for it. To be made before SIGHUP is caught.
  init() { isToEnd = Mutex(!Self.isOutlived && Self.isThere) }

  /// Whether it was closed, and the process is to end for that. To be asked at the signal.
  var isClosed: Bool { isToEnd.withLock(\.self) && !Self.isThere }

  /// Looks for it again and again, and has the process go on without it once it has gone and no signal has come of that. Returns then, and when
  /// the task is cancelled.
  ///
  /// - Parameter pause: So long the signal may take, and twice as long.
  func lookUntilOutlived(every pause: Duration = .seconds(2)) async {
    var isGone = false
    while isToEnd.withLock(\.self), (try? await Task.sleep(for: pause)) != nil {
      if isGone { isToEnd.withLock { $0 = false } }
      isGone = !Self.isThere
    }
  }

  /// Whatever standard input is: a pipe, or nothing.
  private static var isThere: Bool {
    let descriptor = open("/dev/tty", O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    if descriptor >= 0 { close(descriptor) }
    // Without the right to open it, or room for one more file, there may be one all the same.
    return descriptor >= 0 || ![ENXIO, EIO, ENOENT, ENODEV].contains(errno)
  }
}
