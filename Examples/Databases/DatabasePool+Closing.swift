internal import Dispatch
public import GRDB

extension DatabasePool {
  /// A thread of its own: those that tasks share may be the ones that a read which is still under way ends on.
  private static let closing = DispatchQueue(label: "database closing")

  /// Closes the database after what is under way, with everything in its file, unless another process has it open too.
  public func closeWithoutBlocking() async {
    await withCheckedContinuation { continuation in
      Self.closing.async { [self] in
        // SQLite moves the log into the file, and removes it, only when a connection that may write is the last to close; GRDB
        // closes the readers last.
        invalidateReadOnlyConnections()
        // Safe because a connection that won't close loses nothing: every acknowledged write is on the disk.
        try? close()
        continuation.resume()
      }
    }
  }
}
