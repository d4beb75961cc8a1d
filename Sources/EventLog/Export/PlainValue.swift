/// A value of the kinds that a property list has.
struct PlainValue: Decodable {
  let value: LogValue

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: PathKey.self) {
      value = .object(
        try container.allKeys.map {
          LogField($0.stringValue, try container.decode(PlainValue.self, forKey: $0).value)
        })
      return
    }
    if var container = try? decoder.unkeyedContainer() {
      var items: [LogValue] = []
      while !container.isAtEnd { items.append(try container.decode(PlainValue.self).value) }
      value = .array(items)
      return
    }
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      value = .string(text)
    } else if let truth = try? container.decode(Bool.self) {
      value = .bool(truth)
    } else if let number = try? container.decode(Int64.self) {
      value = .integer(Int128(number))
    } else {
      value = .double(try container.decode(Double.self))
    }
  }
}
