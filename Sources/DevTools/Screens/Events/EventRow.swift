internal import EventLog
internal import EventStream
internal import GhostBinding
internal import ViewKit

/// An event in a list.
struct EventRow: Equatable {
  let position: UInt64
  let time: String
  let source: LogSource
  let name: String
  let kind: Kind
  /// What it carries, in one line; `nil` while that is being read.
  let summary: String?
  var isChosen = false

  enum Kind: Equatable {
    case event
    /// It came to a session from outside.
    case input
    case answer
    /// An answer that says why there is none.
    case failure
  }
}

extension EventRow {
  /// What has been forgotten since the list was made.
  static func gone(_ words: EventsWords) -> EventRow {
    EventRow(position: 0, time: "", source: .app, name: words.gone, kind: .event, summary: "")
  }

  init(_ entry: LogEntry, in index: LogIndex, summary: String?, isChosen: Bool = false) {
    self.init(
      position: entry.position, time: TimeText.clock(entry.time), source: index.source(entry.source),
      name: index.name(entry.name), kind: Kind(entry, summary), summary: summary, isChosen: isChosen)
  }
}

extension EventRow.Kind {
  init(_ entry: LogEntry, _ summary: String?) {
    if entry.answersID != 0, summary?.hasPrefix("{\"failure\"") == true {
      self = .failure
      return
    }
    self = entry.answersID != 0 ? .answer : entry.marks.contains(.input) ? .input : .event
  }

  /// The sign in front of the name.
  var sign: String {
    switch self {
    case .event: "•"
    case .input: "↓"
    case .answer: "↩"
    case .failure: "✕"
    }
  }
}

/// Shows an event in one line.
final class EventCell: TableCell, ViewType {
  let open = Button(looks: ["open"])
  private let time = Label(looks: ["time"])
  private let source = Label(looks: ["source"])
  private let sign = Label(looks: ["sign"])
  private let type = Label(looks: ["type"])
  private let summary = Label(looks: ["summary"])
  private let words: EventsWords

  init(_ words: EventsWords) {
    self.words = words
    super.init()
    looks = ["event"]
    add(time, source, sign, type, open, summary)
  }

  func take(_ row: EventRow) {
    time.text = row.time
    source.text = row.source.shortName(in: words)
    source.looks = ["source", row.source.look]
    sign.text = row.kind.sign
    sign.looks = row.kind == .failure ? ["sign", "failed"] : ["sign"]
    let dot = row.name.firstIndex(of: ".") ?? row.name.startIndex
    type.text = String(row.name[..<dot])
    open.text = String(row.name[dot...].drop { $0 == "." })
    open.name = words.name(of: row)
    summary.text = row.summary ?? "…"
    looks = row.isChosen ? ["event", "chosen"] : ["event"]
  }
}
