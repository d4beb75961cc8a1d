internal import Glibc
internal import Synchronization

/// Writes lines at once, and for whoever doesn't take them in time leaves lines out: a terminal that is stopped stops nobody who prints.
///
/// At once, because in the library's buffer they would wait until there are kilobytes, and be lost if the process is killed. Thread-safe.
package final class Printout: Sendable {
  private struct State {
    /// What hasn't been taken of the last line.
    var rest: [UInt8] = []
    var leftOut = 0
    /// Whether somebody waits until it is taken.
    var isFollowed = false

    mutating func tellLeftOut() {
      if leftOut > 0 { rest += "… \(leftOut) lines are left out, for nobody took them\n".utf8 }
      leftOut = 0
    }
  }

  /// Where the process prints.
  package static let standardOutput = Printout()

  private let state = Lock(State())
  private let descriptor: Int32
  private let isSocket: Bool

  /// How long a line may take, unless one waits already.
  private static let patience = Duration.milliseconds(100)

  init(to descriptor: Int32 = STDOUT_FILENO) {
    // Others may have the same one, and mustn't find that it doesn't wait; so it is opened once more, where that begins no file anew.
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    let kind = status.st_mode & S_IFMT
    let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let own = isKnown && (kind == S_IFIFO || kind == S_IFCHR) ? open("/proc/self/fd/\(descriptor)", flags) : -1
    self.descriptor = own < 0 ? descriptor : own
    // One can't be opened once more, and is asked not to wait each time.
    isSocket = isKnown && kind == S_IFSOCK
  }

  /// Writes a line.
  ///
  /// - Parameter line: Ends with the end of a line, and has no other.
  package func write(_ line: String) {
    state.withLock { state in
      if !state.rest.isEmpty {
        write(&state.rest, until: .now)
        guard state.rest.isEmpty else { return state.leftOut += 1 }
        state.tellLeftOut()
      }
      state.rest += line.utf8
      write(&state.rest, until: .now + Self.patience)
      if state.rest.isEmpty || state.isFollowed { return }
      state.isFollowed = beginFollowing()
    }
  }

  /// - Returns: Whether somebody waits until the rest is taken, on a thread of its own: that may be never.
  private func beginFollowing() -> Bool {
    var thread = pthread_t()
    // Safe because it is taken back once: by the thread, or below where there is none.
    let own = Unmanaged.passRetained(self)
    let isBegun =
      pthread_create(
        &thread, nil,
        { own in
          if let own { Unmanaged<Printout>.fromOpaque(own).takeRetainedValue().follow() }
          return nil
        }, own.toOpaque()) == 0
    if isBegun { pthread_detach(thread) } else { own.release() }
    return isBegun
  }

  /// Writes the rest when it is taken, and how much has been left out behind it, though nothing more is to be said.
  private func follow() {
    repeat {
      waitUntilTaken(for: -1)
    } while state.withLock { state in
      write(&state.rest, until: .now)
      if state.rest.isEmpty {
        state.tellLeftOut()
        write(&state.rest, until: .now)
      }
      state.isFollowed = !state.rest.isEmpty
      return state.isFollowed
    }
  }

  /// Writes what is taken in time, and keeps the rest.
  private func write(_ bytes: inout [UInt8], until end: ContinuousClock.Instant) {
    var written = 0
    bytes.withUnsafeBytes { all in
      while written < all.count {
        let rest = UnsafeRawBufferPointer(rebasing: all[written...])
        let count =
          if isSocket { send(descriptor, rest.baseAddress, rest.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL)) } else {
            Glibc.write(descriptor, rest.baseAddress, rest.count)
          }
        if count > 0 {
          written += count
        } else if errno == EAGAIN {
          // However many pieces it is taken in.
          let left = (end - .now) / .milliseconds(1)
          if left < 1 || !waitUntilTaken(for: Int32(left)) { return }
        } else if errno != EINTR {
          // Nobody will ever take it.
          written = all.count
        }
      }
    }
    bytes.removeFirst(written)
  }

  /// - Parameter milliseconds: -1 for as long as it takes.
  /// - Returns: Whether something is taken again, or nothing ever will be.
  @discardableResult
  private func waitUntilTaken(for milliseconds: Int32) -> Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&wanted, 1, milliseconds) != 0
  }
}
