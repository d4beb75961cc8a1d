/// A step on the way to a value: the index of an item, or the field that stands for a superclass.
enum PathKey: CodingKey {
  case index(Int)
  case field(String)

  static let parent = PathKey.field("super")

  init(stringValue: String) { self = .field(stringValue) }
  init(intValue: Int) { self = .index(intValue) }

  /// Made when somebody asks: most items are read without anybody asking.
  var stringValue: String {
    switch self {
    case .index(let index): "Index \(index)"
    case .field(let name): name
    }
  }

  var intValue: Int? {
    switch self {
    case .index(let index): index
    case .field: nil
    }
  }
}
