internal import Synchronization

/// The blocks that were read last, taken apart. Thread-safe.
///
/// Who reads everything asks for the same blocks more than once: when it looks whether any are missing between them, and when what is
/// shown of a log is gone on with. It is empty again some seconds after the last reading.
final class BlockCache: Sendable {
  private struct State {
    var blocks: [UInt64: (contents: BlockContents, used: UInt64)] = [:]
    var uses: UInt64 = 0
    var isWatched = false
  }

  /// At most so many: two to four megabytes, as blocks are.
  private static let limit = 48

  private let state = Mutex(State())

  /// A block's contents.
  ///
  /// - Throws: As ``BlockContents/init(_:)``.
  func contents(of block: StoredBlock) throws -> BlockContents {
    let known = state.withLock { state -> BlockContents? in
      // One that was written anew has the same place, and other bytes.
      guard let known = state.blocks[block.last]?.contents, known.bytes == block.bytes else { return nil }
      state.uses += 1
      state.blocks[block.last]?.used = state.uses
      return known
    }
    if let known { return known }
    let contents = try BlockContents(block.bytes)
    let isFirst = state.withLock { state in
      state.uses += 1
      state.blocks[block.last] = (contents, state.uses)
      if state.blocks.count > Self.limit, let oldest = state.blocks.min(by: { $0.value.used < $1.value.used }) {
        state.blocks[oldest.key] = nil
      }
      defer { state.isWatched = true }
      return !state.isWatched
    }
    if isFirst { forgetLater() }
    return contents
  }

  /// Forgets everything once nothing has been read for a while.
  private func forgetLater() {
    Task { [weak self] in
      var before: UInt64?
      while let self, let uses = self.forget(unlessUsedSince: before) {
        before = uses
        try? await Task.sleep(for: .seconds(5))
      }
    }
  }

  /// - Returns: How often it was used by now; `nil` if it has forgotten.
  private func forget(unlessUsedSince before: UInt64?) -> UInt64? {
    state.withLock { state in
      if state.uses != before { return state.uses }
      state.blocks = [:]
      state.isWatched = false
      return nil
    }
  }
}
