internal import Glibc
internal import Synchronization

/// Writes lines at once, and for whoever doesn't take them in time leaves lines out: a terminal that is stopped stops nobody who prints.
///
/// At once, because in the library's buffer they would wait until there are kilobytes, and be lost if the process is killed. Thread-safe.
final class Printout: Sendable {
  private struct State {
    /// What of the last line hasn't been taken.
    var rest: [UInt8] = []
    var leftOut = 0
  }

  private let state = Mutex(State())
  private let descriptor: Int32

  /// How long a line may take, in milliseconds, unless one waits already.
  private static let patience: Int32 = 100

  init(to descriptor: Int32 = STDOUT_FILENO) {
    // Others may have the same one, and mustn't find that it doesn't wait; so it is opened once more, where that begins no file anew.
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    let kind = status.st_mode & S_IFMT
    let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let own = isKnown && (kind == S_IFIFO || kind == S_IFCHR) ? open("/proc/self/fd/\(descriptor)", flags) : -1
    self.descriptor = own < 0 ? descriptor : own
  }

  func write(_ line: String) {
    state.withLock { state in
      if !state.rest.isEmpty {
        write(&state.rest, patience: 0)
        guard state.rest.isEmpty else { return state.leftOut += 1 }
        if state.leftOut > 0 { state.rest += "… \(state.leftOut) lines are left out, for nobody took them\n".utf8 }
        state.leftOut = 0
      }
      state.rest += line.utf8
      write(&state.rest, patience: Self.patience)
    }
  }

  /// Writes what is taken in time, and keeps the rest.
  private func write(_ bytes: inout [UInt8], patience: Int32) {
    var written = 0
    bytes.withUnsafeBytes { all in
      while written < all.count {
        let count = Glibc.write(descriptor, all.baseAddress! + written, all.count - written)
        if count > 0 {
          written += count
        } else if errno == EAGAIN {
          var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          if poll(&wanted, 1, patience) == 0 { return }
        } else if errno != EINTR {
          // Nobody will ever take it.
          written = all.count
        }
      }
    }
    bytes.removeFirst(written)
  }
}
