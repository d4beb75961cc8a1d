/// The values of one metric with one set of dimensions.
protocol Series: AnyObject, Sendable {
  /// What the text format calls it.
  static var kind: String { get }
  /// Names of dimensions that it writes itself beside those that it was given.
  static var dimensions: Set<String> { get }
  /// What it writes behind its name, so that no other metric may be called so.
  static var endings: [String] { get }
  /// Writes its lines.
  func write(_ identity: SeriesIdentity, to text: inout String)
}

extension Series {
  static var dimensions: Set<String> { [] }
  static var endings: [String] { [] }
}

/// What tells a series from others, in the words of the text format.
struct SeriesIdentity: Hashable {
  let name: String
  /// The dimensions as they are written, without braces.
  let labels: String

  /// - Parameter reserved: Names of dimensions that the series writes itself.
  init(_ label: String, ending: String, _ dimensions: [(String, String)], apartFrom reserved: Set<String> = []) {
    let name = Self.name(label, allowsColon: true)
    self.name = name.hasSuffix(ending) ? name : name + ending
    labels = Self.labels(dimensions, apartFrom: reserved)
  }

  /// The dimensions, each by a name of its own: a text in which one comes twice is refused as a whole. What would be called as
  /// another is, has a number behind it.
  private static func labels(_ dimensions: [(String, String)], apartFrom reserved: Set<String>) -> String {
    // In whatever order they are told, they are the same. Those whose names are kept are the first to have them.
    let kept = dimensions.filter { labelName($0.0) == $0.0 }.sorted { $0 < $1 }
    let changed = dimensions.filter { labelName($0.0) != $0.0 }.sorted { $0 < $1 }
    var taken = reserved
    return (kept + changed).map { dimension in
      let wanted = labelName(dimension.0)
      var name = wanted
      var number = 1
      while !taken.insert(name).inserted {
        number += 1
        name = "\(wanted)_\(number)"
      }
      return "\(name)=\"\(escaped(dimension.1))\""
    }
    .joined(separator: ",")
  }

  /// A line of the text: a name with an ending and perhaps one more dimension, and a value.
  func line(_ ending: String = "", _ more: String = "", _ value: String) -> String {
    let all = [labels, more].filter { !$0.isEmpty }.joined(separator: ",")
    return "\(name)\(ending)\(all.isEmpty ? "" : "{\(all)}") \(value)\n"
  }

  /// What begins with two underscores is Prometheus' own.
  private static func labelName(_ text: String) -> String {
    let name = Self.name(text, allowsColon: false)
    return name.hasPrefix("__") ? "_" + String(name.drop(while: { $0 == "_" })) : name
  }

  private static func name(_ text: String, allowsColon: Bool) -> String {
    let name = String(
      text.unicodeScalars.map { scalar -> Character in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_": Character(scalar)
        case ":" where allowsColon: ":"
        default: "_"
        }
      })
    return name.first?.isNumber != false ? "_" + name : name
  }

  /// By scalars: a quote with an accent behind it and a line break of two scalars are characters of their own, and end a value all
  /// the same.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// A number as the text format writes it.
func numberText(_ number: Double) -> String {
  if number.isNaN { return "NaN" }
  if number.isInfinite { return number > 0 ? "+Inf" : "-Inf" }
  if let whole = Int64(exactly: number) { return "\(whole)" }
  return "\(number)"
}
