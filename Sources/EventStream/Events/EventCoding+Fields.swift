/// Fields of a payload: the functions that `@Event` calls beside those for `Codable`, which they agree with to the byte.
extension EventCoding {
  @usableFromInline static let resultNames = FieldNames(ResultKey.success.rawValue, ResultKey.failure.rawValue)

  /// Whether a payload can be written by its fields: one that is an event, if that says so.
  @_disfavoredOverload @inlinable
  public static func writesFields<Payload>(_ type: Payload.Type) -> Bool { true }

  /// Whether an event writes its fields.
  @inlinable
  public static func writesFields<Payload: Event>(_ type: Payload.Type) -> Bool { Payload.writesFields }

  // MARK: Writing

  /// Writes a payload.
  ///
  /// - Throws: What the payload throws.
  @inlinable
  public static func write(_ payload: some FieldCodable, to writer: inout some FieldWriter) throws {
    try payload.write(to: &writer)
  }

  /// Writes a payload that encodes itself.
  ///
  /// - Throws: What the payload throws.
  @_disfavoredOverload @inlinable
  public static func write(_ payload: some Encodable, to writer: inout some FieldWriter) throws {
    try writer.write(encoding: payload)
  }

  /// Writes what the event carries that is a payload.
  ///
  /// - Throws: What the event throws.
  @inlinable
  public static func write(_ payload: some Event, to writer: inout some FieldWriter) throws {
    try payload.writeFields(to: &writer)
  }

  /// Writes an answer.
  ///
  /// - Throws: What the value or the error throws.
  @inlinable
  public static func write<Success: FieldCodable, Failure: Encodable & Error>(
    _ payload: Result<Success, Failure>, to writer: inout some FieldWriter
  ) throws { try write(payload, to: &writer) { value, writer in try value.write(to: &writer) } }

  /// Writes an answer that encodes itself.
  ///
  /// - Throws: What the value or the error throws.
  @_disfavoredOverload @inlinable
  public static func write<Success: Encodable, Failure: Encodable & Error>(
    _ payload: Result<Success, Failure>, to writer: inout some FieldWriter
  ) throws { try write(payload, to: &writer) { value, writer in try writer.write(encoding: value) } }

  @inlinable
  static func write<Success, Failure: Encodable & Error, Writer: FieldWriter>(
    _ payload: Result<Success, Failure>, to writer: inout Writer, success: (Success, inout Writer) throws -> Void
  ) throws {
    var object = writer.beginObject(resultNames)
    switch payload {
    case .success(let value):
      writer.beginField(0, of: &object)
      try success(value, &writer)
    case .failure(let error):
      writer.beginField(1, of: &object)
      try writer.write(encoding: error)
    }
    writer.endObject(object)
  }

  /// Writes that nothing is carried.
  @inlinable
  public static func write(_ payload: Void, to writer: inout some FieldWriter) {
    writer.endObject(writer.beginObject(.none))
  }

  // MARK: Reading

  /// Reads a payload.
  ///
  /// - Parameter offset: Where the case lies within the tags of a payload that is an event.
  /// - Throws: ``FieldMismatch`` if there is none.
  @inlinable
  public static func read<Payload: FieldCodable>(
    _ type: Payload.Type, offset: Int, from reader: inout some FieldReader
  ) throws(FieldMismatch) -> Payload { try Payload(reading: &reader) }

  /// Reads a payload that decodes itself.
  ///
  /// - Throws: ``FieldMismatch`` if there is none.
  @_disfavoredOverload @inlinable
  public static func read<Payload: Decodable>(
    _ type: Payload.Type, offset: Int, from reader: inout some FieldReader
  ) throws(FieldMismatch) -> Payload { try reader.decoded() }

  /// Reads a payload that is an event.
  ///
  /// - Throws: ``FieldMismatch`` if there is none.
  @inlinable
  public static func read<Payload: Event>(
    _ type: Payload.Type, offset: Int, from reader: inout some FieldReader
  ) throws(FieldMismatch) -> Payload { try Payload(tag: offset, reading: &reader) }

  /// Reads an answer.
  ///
  /// - Throws: ``FieldMismatch`` if there is none, or neither `success` nor `failure` in it.
  @inlinable
  public static func read<Success: FieldCodable, Failure: Decodable & Error>(
    _ type: Result<Success, Failure>.Type, offset: Int, from reader: inout some FieldReader
  ) throws(FieldMismatch) -> Result<Success, Failure> {
    try answer(from: &reader) { (reader) throws(FieldMismatch) in try Success(reading: &reader) }
  }

  /// Reads an answer that decodes itself.
  ///
  /// - Throws: As for other answers.
  @_disfavoredOverload @inlinable
  public static func read<Success: Decodable, Failure: Decodable & Error>(
    _ type: Result<Success, Failure>.Type, offset: Int, from reader: inout some FieldReader
  ) throws(FieldMismatch) -> Result<Success, Failure> {
    try answer(from: &reader) { (reader) throws(FieldMismatch) in try reader.decoded() }
  }

  @inlinable
  static func answer<Success, Failure: Decodable & Error, Reader: FieldReader>(
    from reader: inout Reader, success: (inout Reader) throws(FieldMismatch) -> Success
  ) throws(FieldMismatch) -> Result<Success, Failure> {
    var object = try reader.beginObject(resultNames)
    let found: Result<Success, Failure>
    if try reader.isNext(0, of: &object) {
      found = .success(try success(&reader))
    } else if try reader.isNext(1, of: &object) {
      found = .failure(try reader.decoded())
    } else {
      throw FieldMismatch()
    }
    try reader.endObject(object)
    return found
  }

  /// Reads that nothing is carried.
  ///
  /// - Throws: ``FieldMismatch`` if something is.
  @inlinable
  public static func read(
    _ type: Void.Type, offset: Int, from reader: inout some FieldReader
  ) throws(FieldMismatch) { try reader.endObject(try reader.beginObject(.none)) }
}
