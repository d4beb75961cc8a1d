import Foundation
import Testing

@testable import GhostlightOptions

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

  @Test(arguments: ["SQLite format 3\0 and more", ""])
  func `that may be written in a folder that may not is refused, unless all that it needs is there`(content: String)
    throws
  {
    let manager = FileManager.default
    let folder = manager.temporaryDirectory.appending(path: "options-\(UUID().uuidString)")
    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
      try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
      try? manager.removeItem(at: folder)
    }
    let path = "\(folder.path)/todos.sqlite"
    #expect(manager.createFile(atPath: path, contents: Data(content.utf8)))
    try OptionFile(path, of: "--database").prepare()
    try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    let error = #expect(throws: OptionError.self) { try OptionFile(path, of: "--database").prepare() }
    #expect(error?.description.contains("nothing may be written in the folder \(folder.path)") == true)
    try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    for end in ["-wal", "-shm"] { #expect(manager.createFile(atPath: path + end, contents: nil)) }
    try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    try OptionFile(path, of: "--database").prepare()
  }

  /// Who had run it as root once was told to give himself a right that only root could give.
  @Test func `that is another's is to be given away`() throws {
    let manager = FileManager.default
    let folder = manager.temporaryDirectory.appending(path: "options-\(UUID().uuidString)").path
    try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/todos.sqlite"
    #expect(manager.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o400]))
    defer {
      try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
      try? manager.removeItem(atPath: folder)
    }
    func trouble(of path: String, by user: uid_t) -> String? {
      let error = #expect(throws: OptionError.self) { try OptionFile(path, of: "--log", by: user).prepare() }
      return error?.description
    }
    let other = geteuid() + 4_321
    let own = try #require(trouble(of: path, by: geteuid()))
    #expect(own.hasSuffix("the file may not be written. Give the right to (chmod u+w), or say another."), "\(own)")
    let foreign = try #require(trouble(of: path, by: other))
    #expect(foreign.contains("the file may not be written: it belongs to "), "\(foreign)")
    #expect(foreign.contains(", and this runs as \(other). Give it to \(other) (chown \(other) \(path))"), "\(foreign)")
    #expect(chmod(folder, 0o555) == 0)
    let closed = try #require(trouble(of: folder + "/new.sqlite", by: other))
    #expect(closed.contains("nothing may be written in the folder \(folder): it belongs to "), "\(closed)")
    #expect(closed.hasSuffix(" (chown \(other) \(folder)), or say a file in another."), "\(closed)")
  }

  /// It was said that SQLite can't open the database, which had been given away by then.
  @Test(arguments: ["-wal", "-shm"])
  func `with another's file beside it is refused until that is given away too`(end: String) throws {
    let manager = FileManager.default
    let folder = manager.temporaryDirectory.appending(path: "options-\(UUID().uuidString)")
    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? manager.removeItem(at: folder) }
    let path = folder.resolvingSymlinksInPath().path + "/todos.sqlite"
    let other = geteuid() + 4_321
    for isThere in [true, false] {
      #expect(manager.createFile(atPath: path + end, contents: nil))
      if isThere { #expect(manager.createFile(atPath: path, contents: nil)) }
      for rights in [0o400, 0o200] as [mode_t] {
        #expect(chmod(path + end, rights) == 0)
        let error = #expect(throws: OptionError.self) {
          try OptionFile(path, of: "--database", by: other).prepare()
        }
        let words = error?.description ?? ""
        #expect(words.contains("\(path)\(end) is a part of it, and may not be read and written: "))
        #expect(words.hasSuffix("Give it to \(other) (chown \(other) \(path)\(end))."), "\(words)")
        let own = #expect(throws: OptionError.self) { try OptionFile(path, of: "--database").prepare() }
        #expect(own?.description.hasSuffix("read and written. Give the right to (chmod u+rw).") == true)
      }
      #expect(chmod(path + end, 0o600) == 0)
      try OptionFile(path, of: "--database").prepare()
      for file in [path, path + end] { try? manager.removeItem(atPath: file) }
    }
  }

  @Test func `that is no database may be restored, and what to move away then is said`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "options-\(UUID().uuidString)").path
    try Data("not a database".utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let error = #expect(throws: OptionError.self) { try OptionFile(path, of: "--database").prepare() }
    let remedy = "restore this one from a backup, with the -wal and -shm beside it moved away."
    #expect(error?.description.hasSuffix(remedy) == true)
  }

  @Test func `without one is taken, and the folder that it is in is made`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "options-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try OptionFile("\(folder.path)/new/todos.sqlite", of: "--database").prepare()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["new"])
  }
}
