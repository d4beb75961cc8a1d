/// A step on the way to a value: the index of an item, or the field that stands for a superclass.
struct PathKey: CodingKey {
  static let parent = PathKey(stringValue: "super")

  let stringValue: String
  let intValue: Int?

  init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) { self.init(index: intValue) }
}
