import Foundation

/// Writes the architectures' own files into a Swift file, so that the gallery shows the source that it runs.
///
/// Arguments: the file to write, the folder to read.
@main
struct SourceLister {
  static func main() throws {
    let output = URL(filePath: CommandLine.arguments[1])
    let root = URL(filePath: CommandLine.arguments[2])
    var entries: [String] = []
    for folder in try names(in: root) where !folder.contains(".") {
      for name in try names(in: root.appending(path: folder)) where name.hasSuffix(".swift") {
        let text = try String(contentsOf: root.appending(path: folder).appending(path: name), encoding: .utf8)
        entries.append(entry(folder, name, text))
      }
    }
    let list = "extension SourceFile {\n  static let all: [SourceFile] = [\n\(entries.joined())  ]\n}\n"
    try list.write(to: output, atomically: true, encoding: .utf8)
  }

  private static func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  private static func entry(_ folder: String, _ name: String, _ text: String) -> String {
    "SourceFile(folder: \"\(folder)\", name: \"\(name)\", text: ###\"\"\"\n\(text)\n\"\"\"###),\n"
  }
}
