internal import WebRenderer

extension Outbox {
  /// What an outbox holds, and how far its connection is with it.
  struct State {
    /// The number of the last patch.
    var sequence = 0
    /// Patches that haven't been acknowledged, oldest first: the last has the number `sequence`.
    var kept: [TextBuffer] = []
    var keptBytes = 0
    /// The last patch that is to be sent only once what it tells of is durable; those behind it wait with it.
    var lastToSettle = 0
    /// The last intent that a patch tells of, or the picture that is to come.
    var told = 0
    /// The last intent that the page was told, or is about to be, to be durable.
    var confirmed = 0
    /// The last patch that the session's recording led to, where the session was brought back, and its number from then on.
    var lastRecorded: Int?
    var first = 0
    /// The number of the last patch given to the connection.
    var given = 0
    /// What the connection was given since it began.
    var unread = UnreadBytes()
    /// Also at first: the page begins with a picture.
    var needsFresh = true
    /// Whether nothing is taken out: the connection is about to send a picture, which what comes after it mustn't overtake, or waits
    /// until its page takes what it was given.
    var isHeld = false
    /// What has no number of its own, such as confirmations and refusals.
    var notes: [Note] = []
    /// The number of the last note that must be durable before it is said.
    var lastNote = 0
    /// Refusals that the page may not have heard, the oldest first, each with the number of the last patch before it. A page that
    /// comes back is told that what was finished is carried out, and has to hear otherwise before.
    var refusals: [(patch: Int, message: TextBuffer)] = []
    var connection = 0
    var ticket: HelloTicket?
    /// The number of the last patch, or picture, that the connection's page has been shown.
    var shown = 0
    var isConnected = false
    /// Has the connection empty the outbox. Nobody waits for work: a task for each connection would cost kilobytes.
    var onWork: OnWork?
    /// Whether the connection is at it.
    var isEmptying = false
    /// In which lanes it is about to ask what comes next.
    var isAsking = Lanes()

    var hasWork: Bool {
      if isHeld { return false }
      // Before a picture all notes go out: what they would overtake is in it.
      if let next = notes.first, needsFresh || !unread.isFull || next.patch <= given { return true }
      return !unread.isFull && (needsFresh || given < sequence)
    }

    /// All that is there.
    var mark: Mark { Mark(patch: sequence, note: lastNote) }

    /// How far it can be emptied without waiting for the log: up to the first note that has to, or before the patches of which one has to.
    var markAtOnce: Mark {
      let patch = lastToSettle > given ? given : sequence
      let note = notes.first(where: \.settles).map { $0.number - 1 } ?? lastNote
      return Mark(patch: min(patch, notes.first(where: \.holdsUp)?.patch ?? patch), note: note)
    }

    /// Whether anything can be taken out up to a mark.
    func hasWork(upTo mark: Mark) -> Bool {
      if let next = notes.first, next.number <= mark.note, needsFresh || !unread.isFull || next.patch <= given {
        return true
      }
      return !needsFresh && !unread.isFull && mark.patch > given
    }

    /// Takes the first notes up to a number: all of them, or those whose patches the page has been given.
    mutating func takeNotes(upTo number: Int, areAllDue: Bool) -> [TextBuffer] {
      let count = notes.prefix { $0.number <= number && (areAllDue || $0.patch <= given) }.count
      guard count > 0 else { return [] }
      defer { if count == notes.count { notes = [] } else { notes.removeFirst(count) } }
      return notes[..<count].map(\.message)
    }

    /// Adds a note that must be durable before it is said, behind a patch.
    ///
    /// - Parameter holdsUp: Whether the patches behind that wait for it.
    mutating func add(_ message: TextBuffer, behind patch: Int, holdsUp: Bool = true) {
      lastNote += 1
      notes.append(Note(patch: patch, message: message, number: lastNote, holdsUp: holdsUp))
    }

    /// Notes that all up to an intent are carried out, once that is durable, behind the patches that are there.
    mutating func confirm(_ intent: Int) {
      // Later patches may come before it: they say as well that it is carried out.
      add(ServerMessage.done(intent), behind: sequence, holdsUp: false)
      confirmed = max(confirmed, intent)
    }

    /// Leaves out some numbers.
    mutating func leap(_ numbers: Int) {
      // A page that shows the last patch has that one's new number, and may not have heard what came behind it.
      for index in refusals.indices where refusals[index].patch == sequence { refusals[index].patch += numbers }
      sequence += numbers
    }

    mutating func dropFirst(_ count: Int) {
      keptBytes -= kept[..<count].reduce(0) { $0 + $1.bytes.count }
      kept.removeFirst(count)
      // An empty array would hold its memory.
      if kept.isEmpty { kept = [] }
    }

    mutating func forget() {
      kept = []
      keptBytes = 0
      needsFresh = true
    }
  }

  /// A message that has no number of its own.
  struct Note {
    /// The number of the last patch before it: it doesn't overtake that. 0 if it may overtake all.
    let patch: Int
    let message: TextBuffer
    /// Its number among those that must be durable before; 0 for one that needn't.
    var number = 0
    /// Whether no patch behind it may come before it.
    var holdsUp = false

    var settles: Bool { number > 0 }
  }

  /// Where connections wait for the log, by how urgent it is: see ``Departures``.
  struct Lanes {
    var answer = false
    var news = false

    var areEmpty: Bool { !answer && !news }

    subscript(urgency: Urgency) -> Bool {
      get { urgency == .answer ? answer : news }
      set { if urgency == .answer { answer = newValue } else { news = newValue } }
    }
  }

  /// How much it matters when something is sent.
  enum Urgency {
    /// Nobody has asked for it.
    case news
    /// The page's user waits for it.
    case answer
  }

  /// What a connection is to send next.
  enum Delivery {
    /// What there is up to a place, to be taken when it may be sent.
    ///
    /// - `settles`: Whether that is when all that has happened is durable, and not at once.
    case messages(upTo: Mark, settles: Bool)
    case fresh
    /// All is sent; when there is more, the connection is told.
    case nothing
    /// Another connection has taken over.
    case replaced
    /// The connection's page has gone.
    case disconnected

    /// Whether it must be durable before.
    var settles: Bool { if case .messages(_, settles: true) = self { true } else { false } }
  }

  /// How far an outbox is filled.
  struct Mark: Equatable {
    /// The number of the last patch.
    let patch: Int
    /// The number of the last note that must be durable before.
    let note: Int
  }
}
