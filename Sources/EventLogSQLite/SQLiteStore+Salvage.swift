public import EventLog
internal import Foundation
internal import GRDB
internal import Synchronization

/// Where SQLite can't read some of the file, or an index doesn't lead to what it should.
extension SQLiteStore {
  /// No larger file is searched while others are served.
  private static let mostSearched = 1 << 29

  /// What should stand between two events, as far as it is found anywhere in the file.
  ///
  /// - Throws: `EventLogError`: `cannotOpen` if the file can't be searched.
  public func missing(behind first: UInt64, before end: UInt64?) async throws -> [StoredBlock] {
    var last: Int64?
    do {
      last = try await read { database in
        try StreamIndex.last(after: Int64(clamping: first), through: Int64(clamping: end ?? .max) - 1, database)
      }
      if last == nil { return [] }
    } catch EventLogError.damaged {
      // An index that can't be read says nothing, and then it is to be found out.
    }
    return try found(behind: first, through: end.map { $0 - 1 } ?? last.map { UInt64(clamping: $0) })
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
    let found = try found(behind: position, through: first.map { $0 - 1 })
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
  /// - Parameter last: `nil` for the last that is found.
  private func found(behind first: UInt64, through last: UInt64?) throws -> [StoredBlock] {
    var (place, found): (UInt64, [StoredBlock]) = (first, [])
    for block in try salvaged()?.blocks(of: nil, after: first, limit: .max) ?? [] {
      // The first may begin before.
      let isNext = block.last > place && block.last <= last ?? .max
      guard isNext, let start = block.firstPosition, found.isEmpty || start > place else { continue }
      if start > place + 1 { found.append(StoredBlock(last: start - 1, bytes: [])) }
      found.append(block)
      place = block.last
    }
    if let last, last > place { found.append(StoredBlock(last: last, bytes: [])) }
    return found
  }

  /// Reads something; where SQLite can't, from what is found in the file without it.
  func read<Value: Sendable>(
    orFrom salvage: (MemoryStore) -> Value, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    do {
      return try await read(body)
    } catch let error as EventLogError {
      guard case .damaged = error, let found = try salvaged() else { throw error }
      return salvage(found)
    }
  }

  /// Everything that is found in the file without SQLite; `nil` if it is too large. The whole file is read for that, once.
  private func salvaged() throws -> MemoryStore? {
    try salvage.withLock { known in
      if let known { return known }
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
      // All of it would be in memory, perhaps of a server with other things to do.
      guard size ?? 0 <= Self.mostSearched else { return nil }
      let found = try SQLiteSalvage.log(at: path).store
      known = found
      return found
    }
  }
}
