public import EventStream

/// What an event carries, in the log's binary form.
///
/// It can be decoded as the event that it is of, or read as a ``LogValue`` without having that event's type.
public struct LogPayload: Sendable {
  /// It is some of these, or all: the rest is of other events in the same block.
  let bytes: [UInt8]
  let range: Range<Int>
  let names: LogNames
  /// Whether the whole event is here, with its case, because it is coded otherwise than by its case.
  let isWhole: Bool

  /// How many bytes it takes.
  public var size: Int { range.count }

  /// The value, without the case that carries it; the whole event if that is coded in a way of its own.
  ///
  /// - Throws: ``EventLogError/damaged(position:through:reason:)`` with position 0 if the bytes are no value.
  public func value() throws(EventLogError) -> LogValue {
    do {
      return try bytes.withUnsafeBufferPointer { bytes in
        var reader = ByteReader(bytes, range)
        return try reader.value(names)
      }
    } catch {
      throw .damaged(position: 0, through: 0, reason: ByteReader.Malformed.reason(of: error))
    }
  }

  /// The event of a type that the payload belongs to.
  ///
  /// - Parameters:
  ///   - tag: Its case's.
  ///   - path: The names of its case, the outermost first.
  /// - Throws: `DecodingError` with the path, what was expected and what was found.
  func event<Root: Event>(_ type: Root.Type, tag: Int, path: @autoclosure () -> [String]) throws -> Root {
    if !isWhole, Root.writesFields {
      do throws(FieldMismatch) { return try asToday(type, tag: tag) } catch {}
    }
    return try ValueSource.decoding(bytes, range, names: names) { source in
      let path = path()
      if isWhole || path.isEmpty { return try Root(from: ValueDecoder(source, at: range.lowerBound)) }
      return try Root(from: CaseDecoder(source, names: path[...]))
    }
  }

  /// The event, if it is written as it would be today. Optionals of unknown types are avoided: the runtime looks each of them up.
  private func asToday<Root: Event>(_ type: Root.Type, tag: Int) throws(FieldMismatch) -> Root {
    try bytes.withUnsafeBufferPointer { (bytes) throws(FieldMismatch) in
      var reader = PayloadReader(bytes, range, names: names)
      defer { reader.end() }
      let event = try Root(tag: tag, reading: &reader)
      guard reader.isAtEnd else { throw FieldMismatch() }
      return event
    }
  }
}

extension LogPayload {
  /// An empty object: what a case without a value carries.
  public static var nothing: LogPayload {
    LogPayload(bytes: [ValueTag.smallObject.lowerBound], range: 0..<1, names: .none, isWhole: false)
  }

  /// The payload of an event, which carries its names itself.
  ///
  /// - Throws: What the event throws when it encodes itself.
  public init<Root: Event>(_ event: Root) throws {
    let names = NameDictionary()
    let (bytes, isWhole) = try names.encode(event, path: event.casePath)
    self.init(bytes: bytes, range: 0..<bytes.count, names: names.table.names(), isWhole: isWhole)
  }

  /// A value as what an event carries.
  init(_ value: LogValue, isWhole: Bool) throws {
    let encoder = ValueEncoder(NameDictionary())
    try value.encode(to: encoder)
    let bytes = encoder.finish()
    self.init(bytes: bytes, range: 0..<bytes.count, names: encoder.dictionary.table.names(), isWhole: isWhole)
  }
}

extension LogPayload: Equatable {
  /// Whether both are the same value, wherever they stand.
  public static func == (a: LogPayload, b: LogPayload) -> Bool {
    guard a.isWhole == b.isWhole else { return false }
    if a.names === b.names, a.bytes[a.range] == b.bytes[b.range] { return true }
    return (try? a.value()) == (try? b.value())
  }
}

extension Event {
  /// The names of the event's case, the outermost first.
  var casePath: [String] { Self.eventType.casePath(ofTag: tag) }
}

extension EventType {
  /// The names of a case, the outermost first.
  func casePath(ofTag tag: Int) -> [String] {
    caseNames.indices.contains(tag) ? caseNames[tag].split(separator: ".").map(String.init) : []
  }
}

extension NameDictionary {
  /// Encodes an event, without its case if it is coded by that.
  ///
  /// - Parameter path: The names of its case, the outermost first.
  func encode<Root: Event>(_ event: Root, path: [String]) throws -> (bytes: [UInt8], isWhole: Bool) {
    if Root.writesFields {
      var writer = PayloadWriter(self, room: takeRoom())
      try event.writeFields(to: &writer)
      return (writer.bytes, false)
    }
    let encoder = ValueEncoder(self, expecting: path, room: takeRoom())
    try event.encode(to: encoder)
    let bytes = encoder.finish()
    if !path.isEmpty, !encoder.isOddlyCoded { return (bytes, false) }
    let whole = ValueEncoder(self)
    try event.encode(to: whole)
    return (whole.finish(), true)
  }
}
