import EventLog
import Testing
import WebServer

@testable import DevTools

/// What the tools say in their two languages.
@Suite struct WordsTests {
  /// Every text in a language. What comes from elsewhere are digits.
  private func texts(_ language: Language) -> [String] {
    let words = Words(language: language)
    let (events, detail, travel) = (words.events, words.detail, words.travel)
    let (sessions, changes, figures, times) = (words.sessions, words.changes, words.figures, words.times)
    let row = EventRow(position: 7, time: "", source: .app, name: "7", kind: .event, summary: "")
    var all = [words.frame.navigation, words.frame.back(to: "7")]
    all += [words.unreadableLog(.other("7")), words.unsearchableLog(.other("7"))]
    all += [words.reason(.unknownSession("7")), words.reason(.missingBeginning)]
    all += [events.title, events.search, events.searchHint, events.stream, events.allStreams, events.kind]
    all += [events.allKinds, events.follow, events.showAll, events.reading, events.app, events.fromOutside]
    all += [events.gone]
    all += [events.choice(of: .app), events.choice(of: .session("7")), events.allCases(of: "7"), events.name(of: row)]
    all += [events.total(0, of: 0, damaged: []), events.total(0, of: 0, damaged: [1...2])]
    all += [events.total(7, of: 8, damaged: [1...2]), events.total(8, of: 8, damaged: [1...2, 4...5])]
    all += [events.total(8, of: 8, from: 7, damaged: [])]
    all += [EventRow.Kind.event, .input, .answer, .failure].map { events.meaning(of: $0) }
    all += [detail.noneOpen, detail.choose, detail.later, detail.laterName, detail.earlier, detail.earlierName]
    all += [detail.content, detail.onlyChain, detail.screen, detail.chain, detail.chainName, detail.diagram]
    all += [detail.diagramName, detail.cut(at: 7), detail.session("7"), detail.answered(in: "7")]
    all += [detail.timeFact, detail.sessionFact, detail.idFact, detail.placeFact, detail.causeFact]
    all += [detail.answersFact]
    all += [sessions.title, sessions.empty, sessions.count(1), sessions.count(7), sessions.lastSeen("7")]
    all += [sessions.youngest(7, others: "7"), sessions.until("7"), sessions.ended, sessions.away, sessions.live]
    all += [travel.reading, travel.empty, travel.title("7"), travel.slider, travel.toStart, travel.back]
    all += [travel.forward, travel.toEnd, travel.play, travel.pause, travel.speed, travel.goOn]
    all += [travel.new(1), travel.new(7), travel.place(7, of: 8), travel.unnamedEvent(at: 7), travel.content]
    all += [travel.chain, travel.tabs, travel.screen, travel.screenName, travel.diagram, travel.diagramName]
    all += Playback.Speed.allCases.map { travel.name(of: $0) }
    all += [changes.title, changes.name, changes.none, changes.sinceBefore, changes.mark, changes.unmark]
    all += [changes.since(7), changes.alike(1), changes.alike(7), changes.more(1), changes.more(7)]
    all += [figures.title, figures.explanation, figures.stream, figures.bars, figures.rate(7), figures.inApp]
    all += [figures.nothingInApp, figures.inSessions, figures.nothingInSessions, figures.kind, figures.events]
    all += [figures.handling, figures.answering, figures.longest, figures.slow("7")]
    all += [times.microseconds("7"), times.milliseconds("7"), times.seconds("7"), times.minutes(7, seconds: 8)]
    return all
  }

  @Test func `every text is English in English and Chinese in Chinese`() {
    for (english, chinese) in zip(texts(.english), texts(.chinese)) {
      #expect(english.contains(where: \.isLetter) && !english.hasChinese, "\(english)")
      #expect(chinese.hasChinese && chinese.latinWords.isSubset(of: ["Ghostlight"]), "\(english): \(chinese)")
    }
  }

  @Test func `how many events there are is told with what of the log is damaged`() {
    let words = EventsWords(language: .english)
    #expect(words.total(0, of: 0, damaged: []) == "Nothing has happened yet.")
    #expect(words.total(8, of: 8, damaged: []) == "8 events")
    #expect(words.total(5, of: 8, damaged: [3...4]) == "5 of 8 events; events 3–4 are damaged")
    #expect(
      words.total(5, of: 8, from: 9, damaged: [3...4])
        == "5 of 8 events; those before event 9 are too old for this list; events 3–4 are damaged")
    #expect(
      words.total(0, of: 0, damaged: [1...9, 12...15, 17...17])
        == "Nothing can be read: events 1–9 and 2 other parts are damaged.")
  }

  @Test func `that a session isn't in the log is said by the tools, and what others complain of by those`() {
    let refusal = SessionRecording.Refusal.unknown("ann")
    let (unknown, ended) = (DevToolsFailure(refusal), DevToolsFailure(SessionRecording.Refusal.ended))
    #expect(unknown.description == refusal.description)
    #expect(Words(language: .chinese).reason(unknown) == "日志中没有会话 ann")
    #expect(Words(language: .chinese).reason(ended) == SessionRecording.Refusal.ended.description)
  }
}
