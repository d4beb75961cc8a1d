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

  let search = TextInput.search("Search", placeholder: "Search names and contents")
  let streams = Select<StreamChoice>("Stream", [(.all, "All streams")])
  let cases = Select<String>("Case", [("", "All cases")])
  let inputs = Checkbox("From outside")
  let follow = Checkbox("Follow", isOn: true)
  let clear = Button("Show all", looks: ["quiet"])
  private(set) lazy var view = Stack.row(
    search, streams, cases, Labelled.tick("From outside", inputs), Labelled.tick("Follow", follow), clear,
    looks: ["filters"])
  private var names: [String] = []
  private var sources: [LogSource] = []

  /// How many sessions can be chosen from, the youngest.
  private static let mostStreams = 200

  /// Offers what there is by now.
  func offer(from index: LogIndex) {
    let (names, sources) = (index.names, Array(index.sources.prefix(Self.mostStreams)))
    if names != self.names {
      self.names = names
      var choices = [("", "All cases")]
      var type: Substring = ""
      for name in names {
        let own = name.prefix { $0 != "." }
        if own != type { choices.append((String(own), "\(own) (all)")) }
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
        [(.all, "All streams")]
          + (app + sessions).map { (.one($0), $0 == .app ? "App" : "Session \($0.shortName)") })
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
