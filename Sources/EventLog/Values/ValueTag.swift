/// The first byte of every value in the log's binary form: what it is, and for small ones its size or the value itself.
///
/// | byte | is |
/// |---|---|
/// | `00`–`3F` | the whole number itself |
/// | `40`–`5F` | a string of so many bytes |
/// | `60`–`6F` | an object of so many fields |
/// | `70`–`7F` | an array of so many items |
/// | from `80` | what follows says more: see the constants |
///
/// Lengths and whole numbers are varints: seven bits a byte, the lowest first, the eighth says that more follow. A field is
/// a varint that tells its name (``firstName``, ``writtenOut``), and a value.
enum ValueTag {
  static let smallNumber: ClosedRange<UInt8> = 0x00...0x3F
  static let shortString: ClosedRange<UInt8> = 0x40...0x5F
  static let smallObject: ClosedRange<UInt8> = 0x60...0x6F
  static let smallArray: ClosedRange<UInt8> = 0x70...0x7F

  static let null: UInt8 = 0x80
  static let no: UInt8 = 0x81
  static let yes: UInt8 = 0x82
  /// A varint of the number.
  static let number: UInt8 = 0x83
  /// A varint of one less than what the number is below zero.
  static let negative: UInt8 = 0x84
  /// Eight bytes.
  static let double: UInt8 = 0x85
  /// Four bytes.
  static let float: UInt8 = 0x86
  /// A varint of a whole number from zero, which is a `Double`.
  static let wholeDouble: UInt8 = 0x87
  static let string: UInt8 = 0x88
  static let data: UInt8 = 0x89
  /// In place of a field's name: the name itself follows, a varint of its length and its bytes.
  static let writtenOut: UInt64 = 0
  /// In place of a field's name: that was the last field.
  static let noMoreFields: UInt64 = 1
  /// The first name of the log's dictionary; the others follow.
  static let firstName: UInt64 = 2

  /// Fields until ``noMoreFields``.
  static let object: UInt8 = 0x8A
  /// Items until ``end``.
  static let array: UInt8 = 0x8B
  static let end: UInt8 = 0x8C
  /// Seconds since 2001 in eight bytes, as Foundation counts.
  static let date: UInt8 = 0x8D
  /// Its digits as a string.
  static let decimal: UInt8 = 0x8E
  /// Sixteen bytes.
  static let uuid: UInt8 = 0x8F
  /// Sixteen bytes.
  static let int128: UInt8 = 0x90
  /// Sixteen bytes.
  static let uint128: UInt8 = 0x91
  /// A value that was marked private, and isn't here.
  static let withheld: UInt8 = 0x92

  /// What a value with that first byte is called in a message.
  static func name(_ tag: UInt8) -> String {
    switch tag {
    case smallNumber, number, negative, int128, uint128: "a whole number"
    case shortString, string: "a string"
    case smallObject, object: "an object"
    case smallArray, array: "an array"
    case null: "null"
    case no, yes: "a truth value"
    case double, float, wholeDouble: "a number"
    case data: "data"
    case date: "a date"
    case decimal: "a decimal number"
    case uuid: "a UUID"
    case withheld: "a private value"
    default: "nothing that is known (\(tag))"
    }
  }
}
