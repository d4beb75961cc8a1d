public import EventLog
internal import Foundation
internal import GRDB
internal import Synchronization

/// Where SQLite can't read some of the file, or an index doesn't lead to what it should.
extension SQLiteStore {
  /// No larger file is searched while others are served.
  private static let mostSearched = 1 << 29
  /// So long what was found counts: others may have written to the file since.
  private static let freshness = Duration.seconds(20)

  /// What should stand between two events, as far as it is found anywhere in the file.
  ///
  /// - Throws: `EventLogError`: `cannotOpen` if the file can't be searched.
  public func missing(behind first: UInt64, before end: UInt64?) async throws -> [StoredBlock] {
    let bounds = (Int64(clamping: first), Int64(clamping: end ?? .max) - 1)
    do {
      if try await isKnownEmpty(bounds.0, bounds.1) { return [] }
      guard try await read({ try StreamIndex.last(after: bounds.0, through: bounds.1, $0) }) != nil else { return [] }
    } catch EventLogError.damaged {
      // An index that can't be read says nothing, and then it is to be found out.
    }
    let keys = await keys()
    return try await found(behind: first, through: end.map { $0 - 1 } ?? keys?.last, keys)
  }

  /// Whether no stream has records in a stretch. Of a log that has forgotten much it is asked for very many, and looking through the
  /// index for each would never end.
  private func isKnownEmpty(_ place: Int64, _ end: Int64) async throws -> Bool {
    func isEmpty(_ known: [Int64]?) -> Bool {
      // What comes later comes at the end, so nothing gets into a stretch that had nothing.
      guard let known, let last = known.last, end <= last else { return false }
      let next = known.partitioningIndex { $0 > place }
      return known[next] > end
    }
    if let known = knownKeys.withLock({ $0 }), let last = known.last, end <= last { return isEmpty(known) }
    let keys = try await read { try StreamIndex.all($0) }
    knownKeys.withLock { $0 = keys }
    return isEmpty(keys)
  }

  /// The keys of all blocks, as the index of streams has them; `nil` if it can't be read.
  private func keys() async -> [UInt64]? {
    try? await read { try StreamIndex.all($0).map { UInt64(clamping: $0) } }
  }

  /// Blocks behind a place where SQLite can't read all of those that are wanted: those before the damage; or what there is of the
  /// damage, and the first block behind it.
  ///
  /// - Throws: `error` if nothing is found.
  func blocks(around error: EventLogError, after position: UInt64, limit: Int) async throws -> [StoredBlock] {
    var some = min(limit, 64)
    while some > 1 {
      some /= 2
      if let found = try? await readable(after: Int64(clamping: position), limit: some), !found.isEmpty { return found }
    }
    let next = await nextReadable(after: Int64(clamping: position))
    let first = next.flatMap { $0.firstPosition } ?? next?.last
    let keys = await keys()
    let found = try await found(behind: position, through: first.map { $0 - 1 } ?? keys?.last, keys)
    if found.isEmpty, next == nil { throw error }
    return found + (next.map { [$0] } ?? [])
  }

  private func readable(after place: Int64, limit: Int) async throws -> [StoredBlock] {
    try await read { try Self.blocks(of: nil, after: place, limit: limit, $0) }
  }

  /// The first block behind a damage that SQLite can read; `nil` if there is none.
  private func nextReadable(after place: Int64) async -> StoredBlock? {
    // Whatever leads into the damage fails: farther and farther away, and then back as near as it goes.
    var (low, step) = (place, Int64(1))
    var found: [StoredBlock]?
    while found == nil, step < Int64.max / 8, place < Int64.max / 8 {
      found = try? await readable(after: place + step, limit: 1)
      if found == nil { (low, step) = (place + step, 2 * step) }
    }
    var high = place + step
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if let nearer = try? await readable(after: middle, limit: 1) {
        (high, found) = (middle, nearer)
      } else {
        low = middle
      }
    }
    return found?.first
  }

  /// The blocks with events in a stretch that are found in the file, wherever, of which the first may also have others; one without
  /// bytes for each that is lost between them.
  ///
  /// - Parameters:
  ///   - last: `nil` for the last that is found.
  ///   - keys: Those that all blocks should have; `nil` if nobody knows.
  private func found(behind first: UInt64, through last: UInt64?, _ keys: [UInt64]?) async throws -> [StoredBlock] {
    var stretch = SalvagedStretch(behind: first, through: last, keys: keys)
    for block in try await salvaged()?.blocks(of: nil, after: 0, limit: .max) ?? [] { stretch.add(block) }
    return stretch.finish()
  }

  /// Reads something; where SQLite can't, from what is found in the file without it.
  func read<Value: Sendable>(
    orFrom salvage: (MemoryStore) -> Value, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    do {
      return try await read(body)
    } catch let error as EventLogError {
      guard case .damaged = error, let found = try await salvaged() else { throw error }
      return salvage(found)
    }
  }

  /// Everything that is found in the file without SQLite; `nil` if it is too large. The whole file is read for that, not more often than
  /// some times a minute.
  private func salvaged() async throws -> MemoryStore? {
    try await salvage.withLock { known in
      if let known, ContinuousClock.now - known.time < Self.freshness { return known.search }
      // On a thread of its own: it takes seconds of a large file, and all who wait for it meanwhile hold none.
      let search = Task {
        try await withCheckedThrowingContinuation { waiter in
          DispatchQueue.global(qos: .utility).async { waiter.resume(with: Result { try self.search() }) }
        }
      }
      known = SalvagedFile(search: search, time: .now)
      return search
    }.value
  }

  private func search() throws -> MemoryStore? {
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    // All of it would be in memory, perhaps of a server with other things to do.
    guard size ?? 0 <= Self.mostSearched else { return nil }
    return try SQLiteSalvage.log(in: bytesOfFile(), at: path).store
  }

  /// All bytes of the file. It is opened once and closed after SQLite's connections: the system takes all locks of a process off a file
  /// when any of its descriptors is closed, and others would take the file for one that nobody has open.
  private func bytesOfFile() throws -> Data {
    try rawFile.withLock { known in
      let file = try known ?? FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      known = file
      // One at a time: it has one place where it is read.
      try file.seek(toOffset: 0)
      return try file.readToEnd() ?? Data()
    }
  }

  /// Forgets what was found in the file: some of it has been forgotten.
  func forgetSalvage() { salvage.withLock { $0 = nil } }
}
