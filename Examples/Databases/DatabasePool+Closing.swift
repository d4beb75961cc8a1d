internal import Dispatch
public import GRDB

extension DatabasePool {
  /// Closes the database after what is under way, with everything in its file, unless another process has it open too.
  public func closeWithoutBlocking() async {
    // Not on one of the threads that tasks share: it waits for reads that end on these.
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [self] in
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
