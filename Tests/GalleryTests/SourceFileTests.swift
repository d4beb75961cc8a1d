import Foundation
import GalleryArchitectures
import Ghostlight
import Testing

@testable import GalleryComparison

@Suite struct SourceFileTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Examples/Gallery/Architectures")

  @Test(arguments: Architecture.all)
  func `what is shown is what is in the architecture's folder`(architecture: Architecture) throws {
    let folder = Self.folder.appending(path: architecture.name)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let files = SourceFile.files(in: architecture.name)
    #expect(files.map(\.name).sorted() == names.sorted())
    for file in files {
      #expect(try String(contentsOf: folder.appending(path: file.name), encoding: .utf8) == file.text)
    }
  }

  @Test(arguments: SourceFile.all.map(\.text))
  func `the pieces of a source are the source`(text: String) {
    #expect(SwiftPieces.pieces(of: text).map(\.text).joined() == text)
  }

  @Test(arguments: Architecture.all)
  func `every architecture has lines of its own, and none that binds by casting`(architecture: Architecture) {
    #expect(SourceFile.lineCounts(in: architecture.name).values.reduce(0, +) > 20)
    for file in SourceFile.files(in: architecture.name) {
      #expect(file.text.firstMatch(of: /\bas[?!]|\bAny\b/) == nil, "\(file.name)")
    }
  }

  @Test func `comments and empty lines don't count`() {
    let file = SourceFile(folder: "", name: "ACell.swift", text: "/// A\nlet a = 1\n\n  // b\n  let b = 2 // b\n")
    #expect(file.lineCount == 2)
    #expect(file.role == .view)
  }

  @Test func `each architecture's rows are bound and timed`() async {
    let costs = await BindingCosts.measure()
    for architecture in Architecture.all { #expect((costs.perRow[architecture.name] ?? 0) > 0) }
  }
}
