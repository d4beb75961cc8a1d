extension BlockContents {
  /// A block with some of the records; `nil` with none of them.
  ///
  /// - Parameter untold: Names that it tells besides those that it told before.
  func rebuilt(
    with left: [(record: CodedRecord, payload: Range<Int>)], telling untold: UntoldNames = UntoldNames()
  ) -> LogBlock? {
    guard !left.isEmpty else { return nil }
    var builder = BlockBuilder(version: version, size: .max / 2)
    builder.define(names)
    untold.tell(in: &builder, besides: names)
    let numbers = Set(left.map(\.record.source))
    for (number, session) in sessions where numbers.contains(number) {
      builder.define(session: session, number: number)
    }
    for (record, payload) in left { builder.append(record, payload: bytes[payload]) }
    return builder.finish()
  }
}
