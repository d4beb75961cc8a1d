import Foundation

/// The compiler that the tests were built with, asked whether a program is right.
struct Compiler {
  /// Where this build's modules and macros lie: beside the tests themselves.
  private static let products = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent()

  /// Type-checks a program.
  ///
  /// - Returns: The errors, without their places and which macro they are from, in order.
  static func errors(in source: String) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "promise-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "main.swift")
    try source.write(to: file, atomically: true, encoding: .utf8)

    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swiftc", "-typecheck", "-swift-version", "6", "-I", products.appending(path: "Modules").path,
      "-load-plugin-executable", products.appending(path: "EventStreamMacros-tool").path + "#EventStreamMacros",
      "-module-cache-path", products.appending(path: "ModuleCache").path, file.path,
    ]
    let output = Pipe()
    process.standardError = output
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n").compactMap { line in
      guard !line.hasPrefix(" "), let start = line.firstRange(of: "error: ")?.upperBound else { return nil }
      let end = line.firstRange(of: " (from macro ")?.lowerBound ?? line.endIndex
      return String(line[start..<end])
    }
  }
}
