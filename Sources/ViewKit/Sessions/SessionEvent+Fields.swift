public import EventStream

// Written by hand, as `@Event` and `@FieldCodable` would: one of these is recorded with whatever a session does.
extension SessionEvent {
  public static var writesFields: Bool { true }

  public func writeFields(to writer: inout some FieldWriter) throws {
    switch self {
    case .opened(let value): try EventCoding.write(value, to: &writer)
    case .visited(let value): try EventCoding.write(value, to: &writer)
    case .acted(let value): try EventCoding.write(value, to: &writer)
    case .returned(let value): try EventCoding.write(value, to: &writer)
    case .timerFired(let value): try EventCoding.write(value, to: &writer)
    case .shown(let value): try EventCoding.write(value, to: &writer)
    case .ended, .returning: EventCoding.write((), to: &writer)
    }
  }

  public init(tag: Int, reading reader: inout some FieldReader) throws(FieldMismatch) {
    switch tag {
    case 0: self = .opened(try EventCoding.read(SessionOpening.self, offset: 0, from: &reader))
    case 1: self = .visited(try EventCoding.read(SessionVisit.self, offset: 0, from: &reader))
    case 2: self = .acted(try EventCoding.read(SessionAct.self, offset: 0, from: &reader))
    case 3: self = .returned(try EventCoding.read(String.self, offset: 0, from: &reader))
    case 4: self = .timerFired(try EventCoding.read(Int.self, offset: 0, from: &reader))
    case 5: self = .shown(try EventCoding.read(ShownScreen.self, offset: 0, from: &reader))
    case 6:
      try EventCoding.read(Void.self, offset: 0, from: &reader)
      self = .ended
    case 7:
      try EventCoding.read(Void.self, offset: 0, from: &reader)
      self = .returning
    default: throw FieldMismatch()
    }
  }
}

extension SessionVisit: FieldCodable {
  private static let fieldNames = FieldNames("number", "path", "isBack")

  public func write(to writer: inout some FieldWriter) throws {
    var object = writer.beginObject(Self.fieldNames)
    try writer.field(0, number, of: &object)
    try writer.field(1, path, of: &object)
    try writer.field(2, isBack, of: &object)
    writer.endObject(object)
  }

  public init(reading reader: inout some FieldReader) throws(FieldMismatch) {
    var object = try reader.beginObject(Self.fieldNames)
    number = try reader.field(0, of: &object)
    path = try reader.field(1, of: &object)
    isBack = try reader.field(2, of: &object)
    try reader.endObject(object)
  }
}

extension SessionAct: FieldCodable {
  private static let fieldNames = FieldNames("number", "intent", "mark")

  public func write(to writer: inout some FieldWriter) throws {
    var object = writer.beginObject(Self.fieldNames)
    try writer.field(0, number, of: &object)
    try writer.field(1, intent, of: &object)
    try writer.field(2, mark, of: &object)
    writer.endObject(object)
  }

  public init(reading reader: inout some FieldReader) throws(FieldMismatch) {
    var object = try reader.beginObject(Self.fieldNames)
    number = try reader.field(0, of: &object)
    intent = try reader.field(1, of: &object)
    mark = try reader.optionalField(2, of: &object)
    try reader.endObject(object)
  }
}

extension ShownScreen: FieldCodable {
  private static let fieldNames = FieldNames("digest", "text")

  public func write(to writer: inout some FieldWriter) throws {
    var object = writer.beginObject(Self.fieldNames)
    try writer.field(0, digest, of: &object)
    try writer.field(1, text, of: &object)
    writer.endObject(object)
  }

  public init(reading reader: inout some FieldReader) throws(FieldMismatch) {
    var object = try reader.beginObject(Self.fieldNames)
    digest = try reader.field(0, of: &object)
    text = try reader.optionalField(1, of: &object)
    try reader.endObject(object)
  }
}
