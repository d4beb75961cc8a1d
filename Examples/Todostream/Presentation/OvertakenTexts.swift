/// What fields showed before others' texts came in their place, as far as their user hasn't typed since: he may be typing into that still, for
/// his screen shows what he has typed last, and not what comes meanwhile.
public struct OvertakenTexts: Sendable, Equatable, Codable {
  private var before: [TodoTrouble.Field: String] = [:]

  /// None.
  public init() {}

  /// Notes that others' texts come into some fields.
  public mutating func overtake(_ fields: Set<TodoTrouble.Field>, of detail: TodoDetail) {
    for field in fields where before[field] == nil { before[field] = detail[field] }
  }

  /// Takes in what is typed into a field.
  ///
  /// - Parameter theirs: What others have put there.
  /// - Returns: Whether that was typed into what stood there before, as far as one can tell.
  public mutating func type(_ text: String, into field: TodoTrouble.Field, insteadOf theirs: String) -> Bool {
    guard let before = before.removeValue(forKey: field) else { return false }
    let (ofTheirs, ofBefore) = (theirs.kept(by: text), before.kept(by: text))
    if theirs.isEmpty { return ofBefore > 0 }
    // All of theirs was there to be typed into; or all of what stood there before, of which they have kept less.
    if ofTheirs == theirs.count { return false }
    if ofBefore == before.count, ofBefore > 0 { return true }
    return ofTheirs == 0 || ofTheirs <= ofBefore
  }
}

extension String {
  /// How many of its characters stay where it becomes another text by one change in one place.
  fileprivate func kept(by other: String) -> Int {
    let (mine, its) = (Array(self), Array(other))
    let shorter = min(mine.count, its.count)
    let first = zip(mine, its).prefix { $0 == $1 }.count
    let last = zip(mine.reversed(), its.reversed()).prefix(shorter - first).prefix { $0 == $1 }.count
    return first + last
  }
}
