import Foundation
import Testing
import TodoModels

@Suite struct CalendarDayTests {
  @Test(arguments: ["1970-01-01", "2000-02-29", "2024-02-29", "2026-12-31", "9999-12-31"])
  func `a day of the calendar is read and written as the same text`(text: String) throws {
    #expect(try CalendarDay(iso: text).description == text)
  }

  @Test(arguments: [
    "", "2026", "2026-2-28", "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-01-00",
    "10000-01-01", "2026/01/01", " 2026-01-01", "２０２６-01-01", "+026-01-01", "1969-02-30", "٢٠٢٦-01-01",
  ])
  func `a text that is no day is unreadable`(text: String) {
    #expect(throws: TodoProblem.unreadable) { try CalendarDay(iso: text) }
  }

  @Test(arguments: ["1969-12-31", "0001-01-01", "0000-02-29"])
  func `a day before 1970 is too early`(text: String) {
    #expect(throws: TodoProblem.tooEarly) { try CalendarDay(iso: text) }
  }

  @Test func `days are ordered as their texts are`() throws {
    let texts = ["1970-01-01", "1999-12-31", "2000-01-01", "2026-09-30", "2026-10-01", "2026-10-02"]
    let days = try texts.map { try CalendarDay(iso: $0) }
    #expect(days.shuffled().sorted().map(\.description) == texts)
  }

  @Test(
    arguments: [
      (0, "1970-01-01"), (86_399_999, "1970-01-01"), (86_400_000, "1970-01-02"), (951_782_400_000, "2000-02-29"),
      (951_868_800_000, "2000-03-01"), (1_798_675_200_000, "2026-12-31"), (253_402_300_799_999, "9999-12-31"),
    ] as [(Int64, String)])
  func `a moment lies in a day`(milliseconds: Int64, text: String) {
    #expect(CalendarDay(containing: milliseconds)?.description == text)
  }

  @Test(arguments: [-1, 253_402_300_800_000, Int64.max] as [Int64])
  func `a moment that lies in no day has none`(milliseconds: Int64) {
    #expect(CalendarDay(containing: milliseconds) == nil)
  }

  @Test func `a day is encoded as a string and refused if it is none`() throws {
    let day = try CalendarDay(iso: "2026-02-28")
    let json = try JSONEncoder().encode([day])
    #expect(String(decoding: json, as: UTF8.self) == #"["2026-02-28"]"#)
    #expect(try JSONDecoder().decode([CalendarDay].self, from: json) == [day])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([CalendarDay].self, from: Data(#"["2026-02-30"]"#.utf8))
    }
  }
}
