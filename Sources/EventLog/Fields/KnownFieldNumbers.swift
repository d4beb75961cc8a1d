internal import EventStream
internal import Synchronization

/// What ``FieldNumbers`` is for one who writes, for many who read at once: whoever finds a type's numbers there takes no lock.
final class KnownFieldNumbers: Sendable {
  /// The address of a table: how many types it has, and then a pointer to the numbers of each, or zero. A table is never changed
  /// once it is here: another takes its place when a type is met for the first time.
  private let table = Atomic<UInt>(0)
  private let made = Mutex(Made())

  /// What has been allocated. Tables that were replaced may still be read, so all of them stay: there are as many as types.
  private struct Made: ~Copyable {
    var numbers = FieldNumbers()
    var tables: [UInt] = []

    deinit { for table in tables { UnsafeMutablePointer<UInt>(bitPattern: table)?.deallocate() } }
  }

  /// The numbers of a type's fields, for as long as this lives; `nil` if the type hasn't been met.
  @inline(__always)
  func known(_ names: FieldNames) -> UnsafePointer<UInt64>? {
    guard let table = UnsafePointer<UInt>(bitPattern: table.load(ordering: .acquiring)), UInt(names.index) < table[0]
    else { return nil }
    return UnsafePointer(bitPattern: table[names.index + 1])
  }

  /// The numbers of the fields of a type that is met for the first time.
  ///
  /// - Parameter number: Looks one up.
  func lookUp(_ names: FieldNames, _ number: (String) -> UInt64) -> UnsafePointer<UInt64> {
    made.withLock { made in
      let found = made.numbers.of(names, number).pointer
      let old = UnsafePointer<UInt>(bitPattern: table.load(ordering: .relaxed))
      let count = max(old.map { Int($0[0]) } ?? 0, names.index + 1)
      let new = UnsafeMutablePointer<UInt>.allocate(capacity: count + 1)
      new.initialize(repeating: 0, count: count + 1)
      if let old { new.update(from: old, count: Int(old[0]) + 1) }
      new[0] = UInt(count)
      new[names.index + 1] = UInt(bitPattern: found)
      made.tables.append(UInt(bitPattern: new))
      table.store(UInt(bitPattern: new), ordering: .releasing)
      return found
    }
  }
}
