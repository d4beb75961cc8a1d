internal import EventStream

/// The names that a log has written out once, and refers to by number: those of cases and those of fields.
///
/// With them every event can be read by a program that doesn't have its type.
public final class LogNames: Sendable {
  /// The cases, such as `TodoEvent.rows`; the number of the first is 1.
  let cases: [String]
  /// The fields of what events carry; the number of the first is 1.
  let fields: [String]

  /// Filled when a type's fields are asked for.
  private let fieldNumbers = KnownFieldNumbers()

  init(cases: [String] = [], fields: [String] = []) {
    self.cases = cases
    self.fields = fields
  }

  /// No names at all: every field's name stands where it is used.
  public static let none = LogNames()

  func caseName(_ number: UInt64) -> String? { Self.name(number, of: cases) }
  func fieldName(_ number: UInt64) -> String? { Self.name(number, of: fields) }

  /// What the fields of a type are preceded by; of those that the log doesn't have, a number that nothing is preceded by.
  @inline(__always)
  func numbers(of names: FieldNames) -> UnsafePointer<UInt64> { fieldNumbers.known(names) ?? lookUp(names) }

  // By itself, because what a closure refers to is counted, whether it is called or not.
  @inline(never)
  private func lookUp(_ names: FieldNames) -> UnsafePointer<UInt64> {
    fieldNumbers.lookUp(names) { name in fields.firstIndex(of: name).map { UInt64($0) + ValueTag.firstName } ?? .max }
  }

  private static func name(_ number: UInt64, of names: [String]) -> String? {
    number > 0 && number <= UInt64(names.count) ? names[Int(number) - 1] : nil
  }
}

extension [LogName] {
  /// Those of them that blocks tell once more: no more than 64 KB together. An app has some dozens of names; those that imports have left
  /// by the thousand would make every block that tells them once more a large one.
  ///
  /// The first and the last before those in between: an app's own stand before what was imported into its log, or behind what that was
  /// begun with. Those that are too long are left out.
  var toldAgain: [LogName] {
    let ordered = filter { $0.text.utf8.count <= LogName.longest }
      .sorted { ($0.number, $0.kind.rawValue) < ($1.number, $1.kind.rawValue) }
    let inwards = zip(ordered, ordered.reversed()).flatMap { [$0, $1] }.prefix(ordered.count)
    var (room, told): (Int, [LogName]) = (1 << 16, [])
    for name in inwards {
      let size = name.text.utf8.count
      guard size <= room else { break }
      room -= size
      told.append(name)
    }
    return told
  }
}

/// A name that a log has begun to refer to by number.
public struct LogName: Hashable, Sendable {
  /// What the name is of. Cases and fields are numbered each by themselves, so that most of either fit a byte.
  public enum Kind: UInt8, Sendable {
    /// A case of an event.
    case `case` = 0
    /// A field of what an event carries.
    case field = 1
  }

  /// So many bytes a name may have that an import brings, or that is told again: none that somebody has thought of has more.
  static let longest = 1_024

  /// What the name is of.
  public let kind: Kind
  /// Its number, from 1.
  public let number: Int
  /// The name.
  public let text: String

  /// Describes a name.
  public init(kind: Kind, number: Int, text: String) {
    self.kind = kind
    self.number = number
    self.text = text
  }
}
