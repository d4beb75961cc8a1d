/// What a log keeps beside its blocks, as far as it can be read.
///
/// Blocks have checksums, and this has none: where both say something, blocks are believed.
package protocol LogMargins: Sendable {
  /// The names that the blocks refer to, the version of the app that has written last, the identity of its youngest stream, and whose
  /// the log is, each if it is known.
  func contents() -> LogContents

  /// The chapters of sessions, in any order, without what the index has of them.
  func chapters() -> [LogChapter]

  /// Gives all entries of the index, in any order, some more than once: that a block has so many events of a stream.
  func forEachEntry(_ body: (_ stream: Int, _ last: UInt64, _ count: Int) -> Void)

  /// Gives all snapshots, in any order, some more than once, and says of each whether it is as it was written.
  ///
  /// - Returns: Whether those are all.
  /// - Throws: What `body` throws.
  func forEachSnapshot(
    _ body: (_ session: String, _ snapshot: LogSnapshot, _ isSound: Bool) throws -> Void
  ) throws -> Bool
}
