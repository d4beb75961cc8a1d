public import EventStream

// Written by hand, as `@Event` and `@FieldCodable` would: one of these is recorded with whatever a session does.
// The compiler writes the enum's coding, which has each value in an object, under `_0`: so it is here too.
extension SessionEvent {
  private static let fieldNames = FieldNames("_0")

  /// Always.
  public static var writesFields: Bool { true }

  /// Writes what the event carries.
  ///
  /// - Throws: As `Event.writeFields(to:)`.
  public func writeFields(to writer: inout some FieldWriter) throws {
    var object = writer.beginObject(fieldNames)
    switch self {
    case .opened(let value): try writer.field(0, value, of: &object)
    case .visited(let value): try writer.field(0, value, of: &object)
    case .acted(let value): try writer.field(0, value, of: &object)
    case .returned(let value): try writer.field(0, value, of: &object)
    case .timerFired(let value): try writer.field(0, value, of: &object)
    case .shown(let value): try writer.field(0, value, of: &object)
    case .ended, .returning, .returningAlone: break
    }
    writer.endObject(object)
  }

  private var fieldNames: FieldNames {
    switch self {
    case .ended, .returning, .returningAlone: .none
    default: Self.fieldNames
    }
  }

  /// Reads what a case carries.
  ///
  /// - Throws: As `Event.init(tag:reading:)`.
  public init(tag: Int, reading reader: inout some FieldReader) throws(FieldMismatch) {
    var object = try reader.beginObject(tag < 6 ? Self.fieldNames : .none)
    switch tag {
    case 0: self = .opened(try reader.field(0, of: &object))
    case 1: self = .visited(try reader.field(0, of: &object))
    case 2: self = .acted(try reader.field(0, of: &object))
    case 3: self = .returned(try reader.field(0, of: &object))
    case 4: self = .timerFired(try reader.field(0, of: &object))
    case 5: self = .shown(try reader.field(0, of: &object))
    case 6: self = .ended
    case 7: self = .returning
    case 8: self = .returningAlone
    default: throw FieldMismatch()
    }
    try reader.endObject(object)
  }
}

extension SessionVisit: FieldCodable {
  private static let fieldNames = FieldNames("number", "path", "isBack")

  /// Writes the fields.
  ///
  /// - Throws: As `FieldCodable.write(to:)`.
  public func write(to writer: inout some FieldWriter) throws {
    var object = writer.beginObject(Self.fieldNames)
    try writer.field(0, number, of: &object)
    try writer.field(1, path, of: &object)
    try writer.field(2, isBack, of: &object)
    writer.endObject(object)
  }

  /// Reads the fields.
  ///
  /// - Throws: As `FieldCodable.init(reading:)`.
  public init(reading reader: inout some FieldReader) throws(FieldMismatch) {
    var object = try reader.beginObject(Self.fieldNames)
    number = try reader.field(0, of: &object)
    path = try reader.field(1, of: &object)
    isBack = try reader.field(2, of: &object)
    try reader.endObject(object)
  }
}

extension SessionAct: FieldCodable {
  private static let fieldNames = FieldNames("number", "intent", "mark", "row", "next")

  /// Writes the fields.
  ///
  /// - Throws: As `FieldCodable.write(to:)`.
  public func write(to writer: inout some FieldWriter) throws {
    var object = writer.beginObject(Self.fieldNames)
    try writer.field(0, number, of: &object)
    try writer.field(1, intent, of: &object)
    try writer.field(2, mark, of: &object)
    try writer.field(3, row, of: &object)
    try writer.field(4, next, of: &object)
    writer.endObject(object)
  }

  /// Reads the fields.
  ///
  /// - Throws: As `FieldCodable.init(reading:)`.
  public init(reading reader: inout some FieldReader) throws(FieldMismatch) {
    var object = try reader.beginObject(Self.fieldNames)
    number = try reader.field(0, of: &object)
    intent = try reader.field(1, of: &object)
    mark = try reader.optionalField(2, of: &object)
    row = try reader.optionalField(3, of: &object)
    next = try reader.optionalField(4, of: &object)
    try reader.endObject(object)
  }
}

extension ShownScreen: FieldCodable {
  private static let fieldNames = FieldNames("digest", "text")

  /// Writes the fields.
  ///
  /// - Throws: As `FieldCodable.write(to:)`.
  public func write(to writer: inout some FieldWriter) throws {
    var object = writer.beginObject(Self.fieldNames)
    try writer.field(0, digest, of: &object)
    try writer.field(1, text, of: &object)
    writer.endObject(object)
  }

  /// Reads the fields.
  ///
  /// - Throws: As `FieldCodable.init(reading:)`.
  public init(reading reader: inout some FieldReader) throws(FieldMismatch) {
    var object = try reader.beginObject(Self.fieldNames)
    digest = try reader.field(0, of: &object)
    text = try reader.optionalField(1, of: &object)
    try reader.endObject(object)
  }
}
