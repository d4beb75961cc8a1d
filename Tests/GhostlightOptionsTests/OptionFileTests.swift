import Foundation
import GhostlightOptions
import Testing

@Suite struct OptionFileTests {
  @Test(arguments: ["todos.sqlite/", "new/todos.sqlite/", "todos.sqlite//", "", "new/"])
  func `that ends with a slash is refused, and nothing is made`(name: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "options-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = "\(folder.path)/\(name)"
    let error = #expect(throws: OptionError.self) { try OptionFile(path, of: "--log").prepare() }
    let words = "--log \(path): what ends with / is a folder. Say a file: leave out the /"
    #expect(error?.description.hasPrefix(words) == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func `without one is taken, and the folder that it is in is made`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "options-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try OptionFile("\(folder.path)/new/todos.sqlite", of: "--database").prepare()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["new"])
  }
}
