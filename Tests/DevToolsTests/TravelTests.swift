import EventStream
import Testing
import ViewKit

@testable import DevTools

@Suite struct TravelTests {
  private let times = [0, 100, 150, 9_000].map { Timestamp(milliseconds: $0) }

  @Test func `playing goes on at its speed, and stops at the end`() {
    var playback = Playback(times, at: 0)
    #expect(playback.wait == nil)
    playback.play()
    #expect(playback.wait == .milliseconds(500))
    playback.speed = .real
    #expect(playback.wait == .milliseconds(100))
    playback.advance()
    #expect(playback.wait == .milliseconds(60))
    playback.advance()
    #expect(playback.wait == .seconds(2))
    playback.speed = .fourfold
    #expect(playback.wait == .seconds(2))
    playback.speed = .fastest
    #expect(playback.wait == .milliseconds(60))
    playback.advance()
    #expect(playback.wait == nil && !playback.isPlaying && playback.isAtEnd)
    playback.play()
    #expect(playback.place == 0 && playback.isPlaying)
  }

  @Test func `moments as far apart as can be are two seconds apart, and in the wrong order none`() {
    let ends = [Timestamp(nanoseconds: .min), Timestamp(nanoseconds: .max)]
    for (times, wait) in [(ends, Duration.seconds(2)), (ends.reversed(), .milliseconds(60))] {
      var playback = Playback(times, at: 0)
      playback.speed = .real
      playback.play()
      #expect(playback.wait == wait)
    }
    #expect(TimeText.day(ends[0]) == "1677-09-21 00:12:43 UTC" && TimeText.day(ends[1]) == "2262-04-11 23:47:16 UTC")
  }

  @Test(arguments: [[], [Timestamp(milliseconds: 5)]])
  func `with one moment or none there is nothing to play`(times: [Timestamp]) {
    var playback = Playback(times, at: 7)
    playback.play()
    #expect(!playback.isPlaying)
    #expect(playback.wait == nil)
    playback.advance()
    #expect(playback.place == 0)
  }

  @Test func `a difference shows what has changed, and a little around it`() {
    let old = (1...9).map { "line \($0)" }.joined(separator: "\n")
    let new = old.replacing("line 5", with: "line five") + "\nline 10"
    #expect(
      OutlineDifference(from: old, to: new, context: 1).lines == [
        .skipped(3), .same("line 4"), .removed("line 5"), .added("line five"), .same("line 6"), .skipped(2),
        .same("line 9"), .added("line 10"),
      ])
    #expect(OutlineDifference(from: old, to: old).isEmpty)
    #expect(OutlineDifference(from: "", to: "a").lines == [.added("a")])
  }

  @Test func `lines that repeat are told from those that have changed`() {
    func rows(_ numbers: some Sequence<Int>) -> String {
      numbers.flatMap { ["row \($0)", "  button Delete", "  checkbox"] }.joined(separator: "\n")
    }
    let difference = OutlineDifference(from: rows(1...500), to: rows(0...499), context: 0)
    #expect(
      difference.lines == [
        .added("row 0"), .added("  button Delete"), .added("  checkbox"), .skipped(3 * 498 + 1),
        .removed("  button Delete"), .removed("  checkbox"), .removed("row 500"), .skipped(2),
      ])
    #expect(OutlineDifference(from: rows((1...500).reversed()), to: rows(1...500)).lines.contains(.added("row 1")))
  }

  @Test func `screens of thousands of rows are compared while one blinks, however much has changed`() {
    func rows(_ name: String) -> String {
      (1...10_000).map { "row “\(name) \($0)”\n  button “Delete”\n  checkbox" }.joined(separator: "\n")
    }
    let (one, other) = (rows("one"), rows("other"))
    for (old, new) in [("", one), (one, ""), (one, other)] {
      var difference: OutlineDifference?
      let time = ContinuousClock().measure { difference = OutlineDifference(from: old, to: new) }
      print("screens of 30,000 lines are compared in \(time)")
      // Without optimisation; a release build is some ten times as fast.
      #expect(time < .seconds(4))
      #expect(difference?.isEmpty == false)
      let pieces = difference?.pieces(in: ChangesWords(language: .english)) ?? []
      #expect(pieces.count == OutlineDifference.longest + 1)
      #expect(pieces.last?.text.contains("more lines") == true)
    }
  }

  @Test(arguments: [
    (0, "1970-01-01 00:00:00", "00:00:00.000"), (-1, "1969-12-31 23:59:59", "23:59:59.999"),
    (951_827_696_789, "2000-02-29 12:34:56", "12:34:56.789"),
    (1_798_761_600_000, "2027-01-01 00:00:00", "00:00:00.000"),
  ])
  func `times are told in UTC`(milliseconds: Int64, day: String, clock: String) {
    #expect(TimeText.day(Timestamp(milliseconds: milliseconds)) == "\(day) UTC")
    #expect(TimeText.moment(Timestamp(milliseconds: milliseconds)) == "\(day.prefix(10)) \(clock) UTC")
    #expect(TimeText.clock(Timestamp(milliseconds: milliseconds)) == clock)
  }

  @Test(arguments: [
    (Duration.microseconds(340), "340 µs"), (.microseconds(1250), "1.2 ms"), (.milliseconds(3400), "3.4 s"),
    (.seconds(125), "2 min 5 s"), (.zero, "0 µs"),
  ])
  func `lengths are told in fitting units`(time: Duration, text: String) {
    #expect(TimeText.length(time, in: TimeWords(language: .english)) == text)
  }

  /// Times are read from a clock that goes on every few milliseconds, and that may be set.
  @Test(arguments: [
    (Duration.zero, "less than 5 ms"), (.milliseconds(-300), "less than 5 ms"), (.milliseconds(4), "less than 5 ms"),
    (.microseconds(20_900), "20 ms"), (.milliseconds(3400), "3.4 s"), (.seconds(125), "2 min 5 s"),
  ])
  func `how long it was between two events is told as finely as that is known`(_ time: Duration, _ text: String) {
    let start = Timestamp(milliseconds: 1_000_000)
    #expect(TimeText.between(start, start.advanced(by: time), in: TimeWords(language: .english)) == text)
  }

  @Test func `bars are as high as the numbers`() {
    #expect(Sparkline.text([0, 1, 3, 6]) == "▁▃▅█")
    #expect(Sparkline.text([0, 0]) == "▁▁")
  }
}
