internal import Foundation

/// Looks how deeply a property list is nested, before Foundation does, which ends the program where that is too deep.
enum PropertyListNesting {
  /// - Throws: `ByteReader.Malformed`, if it is nested more deeply than values are, or isn't XML.
  static func check(_ data: Data) throws {
    // A binary one may be its own part.
    guard data.starts(with: "<?xml".utf8) else {
      throw ByteReader.Malformed(
        reason: "it isn't an XML property list; “plutil -convert xml1” makes one of a binary one")
    }
    var depth = 0
    var rest = data[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(start + 1)...]
      if rest.starts(with: "array".utf8) || rest.starts(with: "dict".utf8) {
        let end = rest.firstIndex(of: UInt8(ascii: ">")) ?? rest.endIndex
        if end == rest.startIndex || rest[end - 1] != UInt8(ascii: "/") { depth += 1 }
      } else if rest.starts(with: "/array".utf8) || rest.starts(with: "/dict".utf8) {
        depth -= 1
      }
      guard depth < ByteReader.deepest else { throw ByteReader.Malformed(reason: "it is nested too deeply") }
    }
  }
}
