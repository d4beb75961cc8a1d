internal import EventStream

/// Writes a value in the log's binary form as it is being encoded, without building a tree of it first.
///
/// Values are written one behind the other into ``bytes``. Only a container that is begun apart from its value
/// (`nestedContainer`, `superEncoder`) is an encoder of its own, since it may be filled at any time until the end; what it
/// has is inserted when all is over.
///
/// Of an event's outermost object only the payload is written if its one field is the event's case (``CaseEncoding``).
final class ValueEncoder: WithholdingEncoder {
  /// What the value that is being encoded has been found to be.
  struct Level {
    enum Kind { case nothing, object, array, single, `case` }
    var kind = Kind.nothing
    /// Where its first byte is.
    var start = 0
    var count = 0
    /// Whether the names of its fields are to be remembered: not those of a dictionary, which are data.
    var remembersNames = true
  }

  private(set) var codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]
  let dictionary: NameDictionary
  /// Whether the log is to remember names that it doesn't have.
  private let learnsNames: Bool
  /// The names of the event's case around the payload, the outermost first, and how many of them have come.
  private let expectedCase: [String]
  private var expectedSoFar = 0
  /// Whether the event was found to be coded in another way than by its case.
  private(set) var isOddlyCoded = false

  private var bytes: [UInt8]
  private var insertions: [(offset: Int, encoder: ValueEncoder)] = []
  private(set) var level = Level()

  /// - Parameters:
  ///   - expectedCase: The names around the payload, the outermost first; empty if all is to be written.
  ///   - learnsNames: Whether the log is to remember names that it doesn't have. Otherwise they are written out: where types aren't known,
  ///     nobody can tell the names of fields from the keys of a dictionary, which are data.
  ///   - room: Memory to write into.
  init(
    _ dictionary: NameDictionary, at codingPath: [any CodingKey] = [], expecting expectedCase: [String] = [],
    learnsNames: Bool = true, room: consuming [UInt8] = []
  ) {
    self.dictionary = dictionary
    self.learnsNames = learnsNames
    self.codingPath = codingPath
    self.expectedCase = expectedCase
    bytes = room
    bytes.removeAll(keepingCapacity: true)
  }

  /// Whether a name of the event's case should come next.
  private var isCaseExpected: Bool { expectedSoFar < expectedCase.count }

  // MARK: Places

  /// A place in what is encoded, to go back to.
  struct Mark {
    fileprivate let level: Level
    fileprivate let bytes: Int
    fileprivate let insertions: Int
    fileprivate let names: Int
    fileprivate let expectedSoFar: Int
    fileprivate let isOddlyCoded: Bool
  }

  /// Where the encoder is.
  var mark: Mark {
    Mark(
      level: level, bytes: bytes.count, insertions: insertions.count, names: codingPath.count,
      expectedSoFar: expectedSoFar,
      isOddlyCoded: isOddlyCoded)
  }

  private func goBack(to mark: Mark) {
    level = mark.level
    bytes.removeLast(bytes.count - mark.bytes)
    insertions.removeLast(insertions.count - mark.insertions)
    codingPath.removeLast(codingPath.count - mark.names)
    expectedSoFar = mark.expectedSoFar
    isOddlyCoded = mark.isOddlyCoded
  }

  // MARK: Values

  /// Begins the next field of the object.
  func begin(field key: some CodingKey) {
    level.count += 1
    let name = key.stringValue
    if level.kind == .case {
      // The name stands in the record: nothing is written, as long as it is the only one.
      if level.count == 1, isCaseExpected, expectedCase[expectedSoFar] == name {
        expectedSoFar += 1
      } else {
        isOddlyCoded = true
      }
      return
    }
    let number = level.remembersNames ? self.number(ofField: name) : 0
    if number > 0 { return bytes.append(varint: UInt64(number) + ValueTag.firstName - 1) }
    bytes.append(varint: ValueTag.writtenOut)
    bytes.append(text: name)
  }

  @inline(__always)
  private func number(ofField name: String) -> Int {
    learnsNames ? dictionary.table.fieldNumber(name) : dictionary.table.knownFieldNumber(name)
  }

  /// Begins the next item of the array.
  func beginItem() { level.count += 1 }

  /// Begins the only value.
  func beginSingle() {
    if level.kind == .nothing { level.kind = .single }
    level.count += 1
    if isCaseExpected { isOddlyCoded = true }
  }

  /// Writes a value that encodes itself.
  ///
  /// - Parameter mark: Where its field or item begins. If it can't be encoded nothing is left of that, for whoever holds it may go on
  ///   without it.
  func write<Value: Encodable>(_ value: Value, at key: (any CodingKey)?, from mark: Mark? = nil) throws {
    if writeKnown(value) { return }
    let outer = level
    level = Level()
    if let key { codingPath.append(key) }
    do { try value.encode(to: self) } catch {
      if let mark { goBack(to: mark) }
      throw error
    }
    close()
    if key != nil { codingPath.removeLast() }
    level = outer
  }

  /// Writes with the bytes at hand.
  @inline(__always)
  func write(_ body: (inout [UInt8]) -> Void) { body(&bytes) }

  func withhold() {
    beginSingle()
    bytes.append(ValueTag.withheld)
  }

  // MARK: Containers

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    open(object: type)
    return KeyedEncodingContainer(ObjectWriter<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    openArray()
    return ArrayWriter(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { SingleWriter(encoder: self) }

  private func open<Key: CodingKey>(object type: Key.Type) {
    // A class and its superclass may each ask for it: they share the object.
    guard level.kind == .nothing else { return }
    level.start = bytes.count
    level.remembersNames = ObjectIdentifier(type) != NameDictionary.dictionaryKey
    if isCaseExpected {
      level.kind = .case
    } else {
      level.kind = .object
      bytes.append(ValueTag.smallObject.lowerBound)
    }
  }

  private func openArray() {
    guard level.kind == .nothing else { return }
    if isCaseExpected { isOddlyCoded = true }
    level.kind = .array
    level.start = bytes.count
    bytes.append(ValueTag.smallArray.lowerBound)
  }

  /// An encoder for a value that belongs here and may be written at any time until the end.
  func child(at key: (any CodingKey)?) -> ValueEncoder {
    let child = ValueEncoder(dictionary, at: key.map { codingPath + [$0] } ?? codingPath, learnsNames: learnsNames)
    if isCaseExpected { isOddlyCoded = true }
    insertions.append((bytes.count, child))
    return child
  }

  func childObject<Key: CodingKey>(at key: some CodingKey, keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    child(at: key).container(keyedBy: type)
  }

  /// The value has encoded itself: says how much it was.
  private func close() {
    switch level.kind {
    case .nothing: bytes.append(ValueTag.smallObject.lowerBound)
    case .single: break
    case .case: if level.count != 1 { isOddlyCoded = true }
    case .object:
      close(small: ValueTag.smallObject, long: ValueTag.object, end: UInt8(ValueTag.noMoreFields))
    case .array:
      close(small: ValueTag.smallArray, long: ValueTag.array, end: ValueTag.end)
    }
  }

  private func close(small: ClosedRange<UInt8>, long: UInt8, end: UInt8) {
    if level.count < small.count {
      bytes[level.start] = small.lowerBound + UInt8(level.count)
    } else {
      bytes[level.start] = long
      bytes.append(end)
    }
  }

  /// All that was written; to be called once.
  func finish() -> [UInt8] {
    if isCaseExpected { isOddlyCoded = true }
    // What encoded itself through `write` is closed; a container that was opened directly is not.
    if level.kind != .nothing || bytes.isEmpty { close() }
    if insertions.isEmpty { return bytes }
    var whole: [UInt8] = []
    whole.reserveCapacity(bytes.count + 64)
    var written = 0
    for (offset, encoder) in insertions {
      whole += bytes[written..<offset]
      whole += encoder.finish()
      written = offset
    }
    return whole + bytes[written...]
  }
}

/// The names of a log while values are encoded for it.
final class NameDictionary {
  // Exclusivity is unchecked because it is used by whoever encodes, one name at a time.
  @exclusivity(unchecked) var table: NameTable
  /// Memory that what was encoded before has left.
  @exclusivity(unchecked) private var room: [UInt8] = []

  /// Takes the memory that there is.
  func takeRoom() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &room)
    return taken
  }

  /// Gives memory for what is encoded next.
  func giveRoom(_ bytes: consuming [UInt8]) { room = bytes }

  @exclusivity(unchecked) private var fieldNumbers = FieldNumbers()

  init(_ table: NameTable = NameTable()) { self.table = table }

  /// What the fields of a type are preceded by.
  func numbers(of names: FieldNames) -> UnsafePointer<UInt64> {
    fieldNumbers.of(names) { name in
      let number = table.fieldNumber(name)
      return number > 0 ? UInt64(number) + ValueTag.firstName - 1 : ValueTag.writtenOut
    }.pointer
  }

  /// What a dictionary's keys are coded with: a type of the standard library that has no name for us.
  static let dictionaryKey: ObjectIdentifier? = {
    let probe = KeyTypeProbe()
    // A dictionary that can't fail. If it did, keys would be taken for names of fields: larger logs, and nothing else.
    try? ["": 0].encode(to: probe)
    return probe.found
  }()
}
