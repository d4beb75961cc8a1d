internal import EventStream

/// The keys of so many first rows: tables that show equally many, as those of all sessions that look at one list, have them between
/// them until a row comes or goes.
struct FirstKeys: Identifiable, Equatable, Sendable {
  static let pool = SharedPool<FirstKeys>()

  let id: Int
  let keys: [Int]

  init(id: Int) {
    self.id = id
    keys = Array(1..<id + 1)
  }
}
