import Foundation

/// A program that was built beside these tests, run as somebody runs it.
struct CommandRun {
  let code: Int32
  let output: String
  let complaint: String

  var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// - Parameter program: A product's name, or the whole path of a program.
  @discardableResult
  init(_ program: String, _ arguments: String..., in folder: URL? = nil) throws {
    let process = try RunningCommand(program, arguments, in: folder)
    self = process.end()
  }

  fileprivate init(code: Int32, output: String, complaint: String) {
    self.code = code
    self.output = output
    self.complaint = complaint
  }
}

/// A program that is running.
final class RunningCommand {
  private let process = Process()
  private let output = Pipe()
  private let complaint: URL

  init(_ program: String, _ arguments: [String], in folder: URL? = nil) throws {
    complaint = FileManager.default.temporaryDirectory.appending(path: "complaint-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: complaint.path, contents: nil)
    process.executableURL = program.hasPrefix("/") ? URL(filePath: program) : Self.products.appending(path: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: complaint)
    try process.run()
  }

  /// The folder of what is built.
  static var products: URL {
    URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
  }

  /// Reads the next of what it prints.
  func nextLine() -> String {
    var line = Data()
    while let byte = try? output.fileHandleForReading.read(upToCount: 1), let first = byte.first {
      if first == UInt8(ascii: "\n") { break }
      line.append(first)
    }
    return String(decoding: line, as: UTF8.self)
  }

  func stop() { process.terminate() }

  /// Waits until it has ended.
  func end() -> CommandRun {
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let complaint = (try? Data(contentsOf: complaint)) ?? Data()
    try? FileManager.default.removeItem(at: self.complaint)
    return CommandRun(
      code: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
      complaint: String(decoding: complaint, as: UTF8.self))
  }
}
