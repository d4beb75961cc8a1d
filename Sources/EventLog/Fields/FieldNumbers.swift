internal import EventStream

/// For types of this process, what the fields of each are preceded by in a log's bytes: a number, as varints say it.
///
/// Raw memory, because reading an array of arrays would count references with every object. Freed with this.
struct FieldNumbers: ~Copyable {
  // Safe because it is written before anybody sees it, and never changed.
  struct Numbers: @unchecked Sendable {
    let pointer: UnsafePointer<UInt64>
  }

  private var found: [Numbers?] = []

  /// The numbers of a type's fields.
  ///
  /// - Parameter number: Looks one up, when a type is met for the first time.
  @inline(__always)
  mutating func of(_ names: FieldNames, _ number: (String) -> UInt64) -> Numbers {
    if names.index < found.count, let known = found[names.index] { return known }
    return lookUp(names, number)
  }

  private mutating func lookUp(_ names: FieldNames, _ number: (String) -> UInt64) -> Numbers {
    while found.count <= names.index { found.append(nil) }
    let made = UnsafeMutablePointer<UInt64>.allocate(capacity: max(names.names.count, 1))
    for (index, name) in names.names.enumerated() { (made + index).initialize(to: number(name)) }
    let numbers = Numbers(pointer: UnsafePointer(made))
    found[names.index] = numbers
    return numbers
  }

  deinit { for numbers in found { numbers?.pointer.deallocate() } }
}
