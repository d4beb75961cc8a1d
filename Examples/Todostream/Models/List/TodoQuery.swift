public import EventMacros

/// What a list shows, and in which order. Deleted todos are in no list.
///
/// ``matches(_:)`` and ``areInIncreasingOrder(_:_:)`` say in Swift exactly what ``TodoDatabase/page(matching:)`` asks of
/// SQLite, so that a view model can put one changed todo into its place without another read.
@FieldCodable
public struct TodoQuery: Sendable, Hashable, Codable {
  /// The most different words of a search that count: 32, which keeps SQLite's expressions shallow.
  public static let wordLimit = 32

  /// The most Unicode scalars of a search that count: 2,000, so that a pasted book costs no more than a sentence.
  public static let searchLimit = 2_000

  /// Words that must each occur somewhere in the title or the notes; an empty text matches everything.
  ///
  /// Words are parted by white space, and compared by ``searchFolded(_:)``. No character is special.
  public var search: String

  /// Which todos, by their completion.
  public var filter: TodoFilter

  /// In which order.
  public var order: TodoOrder

  /// Makes a query; without arguments, one for every todo, the newest first.
  public init(search: String = "", filter: TodoFilter = .all, order: TodoOrder = .newestFirst) {
    self.search = search
    self.filter = filter
    self.order = order
  }

  /// The folded words that are searched: different ones, in the order of their first occurrence.
  var words: [String] {
    let counted = String(String.UnicodeScalarView(search.unicodeScalars.prefix(Self.searchLimit)))
    var words: [String] = []
    for word in searchFolded(counted).unicodeScalars.split(whereSeparator: \.properties.isWhitespace) {
      guard words.count < Self.wordLimit else { break }
      let word = String(word)
      if !words.contains(word) { words.append(word) }
    }
    return words
  }

  /// Whether the list has the todo.
  ///
  /// Folds the todo's texts if there is a search: some microseconds for ASCII, up to milliseconds for the longest notes.
  public func matches(_ todo: Todo) -> Bool {
    guard !todo.isDeleted else { return false }
    switch filter {
    case .all: break
    case .active where todo.isCompleted: return false
    case .completed where !todo.isCompleted: return false
    case .active, .completed: break
    }
    let words = words
    guard !words.isEmpty else { return true }
    // Bytes, as SQLite's instr compares them; Swift's characters would hide a letter behind the mark that follows it.
    let text = searchText(title: todo.title, notes: todo.notes).utf8
    return words.allSatisfy { text.contains($0.utf8) }
  }

  /// Whether the list has the first todo before the second, if it has both: a strict total order of different todos.
  public func areInIncreasingOrder(_ first: Todo, _ second: Todo) -> Bool {
    switch order {
    case .newestFirst:
      return (first.createdAt, first.id) > (second.createdAt, second.id)
    case .oldestFirst:
      return (first.createdAt, first.id) < (second.createdAt, second.id)
    case .dueFirst:
      guard first.due != second.due else { return first.id > second.id }
      guard let secondDue = second.due else { return true }
      guard let firstDue = first.due else { return false }
      return firstDue < secondDue
    case .titleAscending:
      let (firstKey, secondKey) = (searchFolded(first.title).utf8, searchFolded(second.title).utf8)
      if firstKey.lexicographicallyPrecedes(secondKey) { return true }
      return !secondKey.lexicographicallyPrecedes(firstKey) && first.id > second.id
    }
  }
}
