import EventLog
import Foundation
import Testing

@Suite struct `The file of an export` {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Two events, the second of which carries a text.
  private func lines(_ text: String = "Ann") -> String {
    `What is imported`.line([:]) + "\n" + `What is imported`.secondLine(text) + "\n"
  }

  private func file(_ bytes: some Sequence<UInt8>) throws -> String {
    let path = folder.path("bug.jsonl")
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }

  private func refusal(_ bytes: some Sequence<UInt8>) throws -> String {
    let path = try file(bytes)
    let error = #expect(throws: EventLogError.self) { try SessionExport(file: path) }
    return try #require(error).description
  }

  @Test func `may begin with a mark that says how it is written, and have lines as on Windows`() throws {
    for text in [lines(), lines().replacing("\n", with: "\r\n")] {
      for bytes in [Array(text.utf8), Self.mark + Array(text.utf8)] {
        let path = try file(bytes)
        #expect(SessionExport.isExport(bytes.prefix(16)))
        #expect(try SessionExport(file: path).records.count == 2)
      }
    }
    let list = try SessionExport(jsonLines: lines()).propertyList()
    let path = try file(Self.mark + Array(list))
    #expect(SessionExport.isExport(Self.mark + Array(list.prefix(13))))
    #expect(try SessionExport(file: path).records.count == 2)
  }

  @Test(arguments: [[0xC3, 0x28], [0xFF], [0xED, 0xA0, 0x80], [0xE2, 0x82]] as [[UInt8]])
  func `is refused with its line where bytes aren't UTF-8`(wrong: [UInt8]) throws {
    var bytes = Array(lines("Müller").utf8)
    let place = try #require(bytes.firstIndex(of: 0xC3))
    bytes.replaceSubrange(place...place + 1, with: wrong)
    #expect(try refusal(bytes).contains("line 3: not all of it is UTF-8"))
    #expect(try refusal(Self.mark + bytes).contains("line 3: not all of it is UTF-8"))
    var list = Array(try SessionExport(jsonLines: lines("Müller")).propertyList())
    let letter = try #require(list.firstIndex(of: 0xC3))
    list.replaceSubrange(letter...letter + 1, with: wrong)
    #expect(try refusal(list).contains("not all of it is UTF-8"))
  }

  @Test(arguments: [String.Encoding.utf16, .utf16BigEndian, .utf16LittleEndian])
  func `is told to be in UTF-16`(encoding: String.Encoding) throws {
    let bytes = try #require(lines().data(using: encoding))
    #expect(SessionExport.isExport(bytes.prefix(16)))
    #expect(try refusal(bytes).contains("it is in UTF-16: save it in UTF-8"))
  }

  @Test func `is told to be empty, a folder, or not there, and not as if it were a log`() throws {
    let empty = try refusal([])
    #expect(empty.contains("bug.jsonl is empty"))
    for (path, reason) in [(folder.url.path, "it is a folder"), (folder.path("nowhere"), "No such file")] {
      let error = #expect(throws: EventLogError.self) { try SessionExport(file: path) }
      #expect(error?.description.hasPrefix("\(path) can't be read: \(reason)") == true)
    }
  }

  @Test func `is told to be none if it is something else`() throws {
    for bytes in [Array("SQLite format 3\0".utf8) + [0xFF], [0x89, 0x50, 0x4E, 0x47], Array("[]".utf8)] {
      #expect(try refusal(bytes).contains("it doesn't begin with what ghostlight writes"))
    }
  }
}
