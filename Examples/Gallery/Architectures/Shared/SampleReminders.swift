public import GalleryFrame

/// The data behind every list: out of order, and more of it each second time that it is asked for.
public struct SampleReminders: Sendable {
  private let language: Language
  private let count: Int?

  /// Makes the data.
  ///
  /// - Parameter count: So many rows, half of them events, for measuring; a handful unless given.
  public init(_ language: Language, count: Int? = nil) {
    self.language = language
    self.count = count
  }

  /// What there is when it is asked for the n-th time, from 1.
  func book(_ time: Int) -> ReminderBook {
    if let count { return many(count) }
    return ReminderBook(
      events: Self.events.prefix(time % 2 == 0 ? 4 : 3).map { $0(language) },
      festivals: Self.festivals.map { $0(language) })
  }

  private func many(_ count: Int) -> ReminderBook {
    let days = (0..<count).map { Day($0 % 12 + 1, $0 % 28 + 1, language) }
    return ReminderBook(
      events: (0..<count / 2).map { Event(id: "event \($0)", date: days[$0], title: "Event \($0)") },
      festivals: (count / 2..<count).map {
        Festival(id: "festival \($0)", date: days[$0], name: "Festival \($0)")
      })
  }

  private static let events: [@Sendable (Language) -> Event] = [
    { Event(id: "present", date: Day(2, 14, $0), title: Phrase("Give the present", "送礼物")($0)) },
    { Event(id: "train", date: Day(9, 20, $0), title: Phrase("Book the train home", "订回家的车票")($0)) },
    { Event(id: "lantern", date: Day(3, 1, $0), title: Phrase("Mend the paper lantern", "修好纸灯笼")($0)) },
    { Event(id: "letter", date: Day(3, 9, $0), title: Phrase("Answer a letter that has just come", "回一封刚到的信")($0)) },
  ]

  private static let festivals: [@Sendable (Language) -> Festival] = [
    { Festival(id: "moon", date: Day(9, 25, $0), name: Phrase("Mid-Autumn Festival", "中秋节")($0)) },
    { Festival(id: "new year", date: Day(1, 1, $0), name: Phrase("New Year’s Day", "元旦")($0)) },
    { Festival(id: "valentine", date: Day(2, 14, $0), name: Phrase("Valentine’s Day", "情人节")($0)) },
    { Festival(id: "lanterns", date: Day(3, 3, $0), name: Phrase("Lantern Festival", "元宵节")($0)) },
  ]
}
