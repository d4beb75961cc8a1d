/// Names that blocks have told that are being forgotten, and that others refer to: one of those that are left is to tell them.
struct UntoldNames {
  private var names: Set<LogName> = []
  /// By number.
  private var sessions: [Int: String] = [:]

  var isEmpty: Bool { names.isEmpty && sessions.isEmpty }
  /// Whether there is a name that any block may tell.
  var isOfAll: Bool { !names.isEmpty }

  /// Takes those out that a block can tell, which has records of some streams.
  mutating func take(for streams: Set<Int>) -> UntoldNames {
    var taken = UntoldNames()
    if isEmpty || streams.isEmpty { return taken }
    swap(&taken.names, &names)
    if sessions.isEmpty { return taken }
    for number in streams { taken.sessions[number] = sessions.removeValue(forKey: number) }
    return taken
  }

  /// Adds what a block has told.
  ///
  /// - Parameters:
  ///   - streams: Those that it has records of still.
  ///   - keepsSessions: Whether other blocks have records of the others.
  mutating func add(_ contents: BlockContents, with streams: Set<Int>, keepsSessions: Bool) {
    if streams.isEmpty { names.formUnion(contents.names) }
    guard keepsSessions else { return }
    for (number, session) in contents.sessions where !streams.contains(number) { sessions[number] = session }
  }

  /// Has a block tell them, besides what it told before.
  func tell(in builder: inout BlockBuilder, besides told: [LogName]) {
    builder.define(Array(names.subtracting(told)).toldAgain)
    for (number, session) in sessions { builder.define(session: session, number: number) }
  }
}
