internal import EventLog
internal import ViewKit

/// What is wanted of the events: words, stream, case.
final class EventFilterBar {
  /// A choice of streams.
  enum StreamChoice: Hashable {
    case all
    case one(LogSource)

    var source: LogSource? {
      if case .one(let source) = self { source } else { nil }
    }
  }

  let search: TextInput
  let streams: Select<StreamChoice>
  let cases: Select<String>
  let inputs: Checkbox
  let follow: Checkbox
  let clear: Button
  let view: View
  private let words: EventsWords
  private var names: [String] = []
  private var sources: [LogSource] = []

  /// How many sessions can be chosen from, the youngest.
  private static let mostStreams = 200

  init(_ words: EventsWords) {
    self.words = words
    search = .search(words.search, placeholder: words.searchHint)
    streams = Select<StreamChoice>(words.stream, [(.all, words.allStreams)])
    cases = Select<String>(words.kind, [("", words.allKinds)])
    inputs = Checkbox(words.fromOutside)
    follow = Checkbox(words.follow, isOn: true)
    clear = Button(words.showAll, looks: ["quiet"])
    view = Stack.row(
      search, streams, cases, Labelled.tick(words.fromOutside, inputs), Labelled.tick(words.follow, follow), clear,
      looks: ["filters"])
  }

  /// Offers what there is by now.
  func offer(from index: LogIndex) {
    let names = index.names
    var sources = index.sources(Self.mostStreams)
    // The list shows it until another is chosen, however many have come since.
    if let chosen = streams.selected?.source, !sources.contains(chosen) { sources.append(chosen) }
    if names != self.names {
      self.names = names
      var choices = [("", words.allKinds)]
      var type: Substring = ""
      for name in names {
        let own = name.prefix { $0 != "." }
        if own != type { choices.append((String(own), words.allCases(of: String(own)))) }
        type = own
        choices.append((name, name))
      }
      cases.offer(choices)
    }
    if sources != self.sources {
      self.sources = sources
      let app = sources.filter { $0 == .app }
      let sessions = sources.filter { $0 != .app }
      streams.offer(
        [(.all, words.allStreams)]
          + (app + sessions).map { (.one($0), words.choice(of: $0)) })
    }
  }

  /// Back to everything.
  func reset() {
    search.text = ""
    streams.selected = .all
    cases.selected = ""
    inputs.isOn = false
  }
}
