internal import EventLog

/// Which events a list shows, as the log grows, filters change and searches find: their numbers in the index, the oldest first.
struct EventList {
  /// How the rows have changed. Rows are counted from the newest, which is row 0.
  enum Change: Equatable {
    case none
    /// Everything is another now.
    case all
    case inserted(Int, at: Int)
  }

  private(set) var numbers: [Int] = []
  private(set) var filter = LogFilter()
  private(set) var text = ""
  private let index: LogIndex
  private var extent = LogIndex.Extent(generation: 0, count: 0)
  /// What is still to be searched.
  private var searches: [TextSearch] = []
  private var isSearchUnderWay = false

  init(_ index: LogIndex) { self.index = index }

  var isSearching: Bool { !searches.isEmpty }

  /// The number of the event in a row.
  func number(ofRow row: Int) -> Int? {
    numbers.indices.contains(numbers.count - 1 - row) ? numbers[numbers.count - 1 - row] : nil
  }

  /// The row of an event; `nil` if it isn't shown.
  func row(ofNumber number: Int) -> Int? {
    let place = numbers.firstPlace { $0 >= number }
    return numbers.indices.contains(place) && numbers[place] == number ? numbers.count - 1 - place : nil
  }

  mutating func filter(by change: (inout LogFilter) -> Void) -> Change {
    change(&filter)
    return rebuild()
  }

  mutating func search(for text: String) -> Change {
    self.text = text
    return rebuild()
  }

  mutating func rebuild() -> Change { begin(with: look(behind: LogIndex.Extent(generation: 0, count: 0))) }

  /// Takes in what the index has read since.
  mutating func grow() -> Change {
    let look = look(behind: extent)
    if look.extent.generation != extent.generation { return begin(with: look) }
    guard look.extent.count > extent.count else { return .none }
    extent = look.extent
    if !text.isEmpty {
      searches.append(TextSearch(text: text, end: look.lastPosition, start: look.knownPosition))
    }
    if look.numbers.isEmpty { return .none }
    numbers += look.numbers
    return .inserted(look.numbers.count, at: 0)
  }

  /// What a text is searched for comes when it is found.
  private func look(behind known: LogIndex.Extent) -> LogIndex.Look {
    index.look(through: text.isEmpty ? filter : nil, behind: known)
  }

  private mutating func begin(with look: LogIndex.Look) -> Change {
    extent = look.extent
    numbers = look.numbers
    // What is older can't be shown.
    let start = max(index.firstPosition, 1) - 1
    searches = text.isEmpty ? [] : [TextSearch(text: text, end: look.lastPosition, start: start)]
    return .all
  }

  /// What to search next, unless a search is under way.
  mutating func nextSearch() -> TextSearch? {
    guard !isSearchUnderWay, let search = searches.last else { return nil }
    isSearchUnderWay = true
    return search
  }

  /// The search under way has failed: it isn't tried again.
  mutating func giveUpSearch() {
    isSearchUnderWay = false
    searches = []
  }

  mutating func take(_ findings: TextFindings) -> Change {
    isSearchUnderWay = false
    guard let place = searches.firstIndex(of: findings.search) else { return .none }
    let search = searches.remove(at: place)
    if findings.searched > search.start {
      searches.insert(TextSearch(text: search.text, end: findings.searched, start: search.start), at: place)
    }
    let new = index.numbers(
      matching: filter, among: findings.positions.reversed().compactMap(index.number(ofPosition:)))
    guard let first = new.first else { return .none }
    let start = numbers.firstPlace { $0 >= first }
    numbers.insert(contentsOf: new, at: start)
    return .inserted(new.count, at: numbers.count - start - new.count)
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index for which a condition holds that holds for all behind it too.
  func firstPlace(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
