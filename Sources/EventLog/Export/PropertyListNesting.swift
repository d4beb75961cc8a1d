internal import Foundation

/// Looks how deeply a property list is nested, before Foundation does, which ends the program where that is too deep.
///
/// What no property list needs, and what tags could hide in, is refused: comments, CDATA, entities, encodings other than UTF-8.
enum PropertyListNesting {
  /// - Throws: `ByteReader.Malformed`, if it is nested more deeply than values are, or isn't XML of the kind that is exported.
  static func check(_ data: Data) throws {
    // A binary one may be its own part.
    guard data.starts(with: "<?xml".utf8) else {
      throw malformed("it isn't an XML property list; “plutil -convert xml1” makes one of a binary one")
    }
    var depth = 0
    var rest = data[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      guard let end = rest[start...].firstIndex(of: UInt8(ascii: ">")) else { throw malformed("a tag has no end") }
      depth += try change(of: rest[(start + 1)..<end], isFirst: start == data.startIndex)
      guard depth >= 0 else { throw malformed("an end stands before its beginning") }
      guard depth < ByteReader.deepest else { throw malformed("it is nested too deeply") }
      rest = rest[(end + 1)...]
    }
  }

  /// How much deeper it is behind a tag.
  private static func change(of tag: Data, isFirst: Bool) throws -> Int {
    // Of a comment or CDATA this may be only the beginning, and a declaration may declare entities.
    guard !tag.contains(UInt8(ascii: "<")), !tag.contains(UInt8(ascii: "[")), !tag.starts(with: "!--".utf8) else {
      throw malformed("comments, CDATA and entities aren't read: write them out")
    }
    switch tag.first {
    case UInt8(ascii: "?"): try checkDeclaration(tag, isFirst: isFirst)
    case UInt8(ascii: "!"):
      guard tag.starts(with: "!DOCTYPE".utf8) else { throw malformed("it has a declaration of another kind") }
    case UInt8(ascii: "/"): return isContainer(tag.dropFirst()) ? -1 : 0
    default: return isContainer(tag) && tag.last != UInt8(ascii: "/") ? 1 : 0
    }
    return 0
  }

  private static func isContainer(_ tag: Data) -> Bool {
    tag.starts(with: "array".utf8) || tag.starts(with: "dict".utf8)
  }

  /// In another encoding tags might look otherwise.
  private static func checkDeclaration(_ tag: Data, isFirst: Bool) throws {
    guard isFirst else { throw malformed("processing instructions aren't read") }
    let text = String(decoding: tag, as: UTF8.self).lowercased()
    guard !text.contains("encoding") || text.contains("\"utf-8\"") || text.contains("'utf-8'") else {
      throw malformed("it isn't in UTF-8")
    }
  }

  private static func malformed(_ reason: String) -> ByteReader.Malformed { ByteReader.Malformed(reason: reason) }
}
