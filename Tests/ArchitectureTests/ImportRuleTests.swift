import Foundation
import Testing

/// The arrows of imports never point up, and third-party types stay in the module that adapts them.
@Suite struct ImportRuleTests {
  /// What each module may import, besides Swift's own concurrency and synchronisation.
  static let allowed: [String: Set<String>] = [
    "EventStream": ["Synchronization", "Glibc"],
    "EventLog": ["EventStream", "Synchronization", "Foundation", "CZlib"],
    "SequenceDiagrams": ["EventLog", "EventStream"],
    "DevTools": [
      "EventLog", "EventMacros", "EventStream", "GhostBinding", "Metering", "SequenceDiagrams", "ViewKit", "WebServer",
      "Synchronization",

    ],
    "Metering": ["EventStream", "WebServer", "Synchronization", "CoreMetrics", "Tracing"],
    "Analytics": [
      "EventStream", "Synchronization", "Foundation", "AsyncHTTPClient", "GRDB", "NIOCore", "NIOHTTP1",
    ],
    "EventLogSQLite": ["Dispatch", "EventLog", "EventStream", "Foundation", "GRDB", "Synchronization"],
    "EventMacros": ["EventStream"],
    "EventStreamMacros": ["MacroExpansion", "SwiftCompilerPlugin", "SwiftSyntax", "SwiftSyntaxMacros"],
    "MacroExpansion": ["SwiftDiagnostics", "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros"],
    "GhostBinding": [],
    "BindingMacros": ["GhostBinding"],
    "ViewKit": ["EventStream", "GhostBinding", "Synchronization"],
    "WebRenderer": ["ViewKit"],
    "WebServer": [
      "EventLog", "EventStream", "ViewKit", "WebRenderer", "Synchronization", "Foundation", "CCrypto", "CMalloc",
      "CZlib",
      "HTTPTypes",
      "Hummingbird",
      "HummingbirdCore", "HummingbirdHTTP2", "Logging", "NIOCore", "NIOHTTP1", "NIOHTTP2", "NIOHTTPTypes",
      "NIOHTTPTypesHTTP1", "NIOPosix", "NIOSSL", "NIOTLS", "NIOWebSocket", "ServiceLifecycle", "UnixSignals", "Glibc",
      "Darwin", "Musl",
    ],
    "Ghostlight": ["BindingMacros", "EventMacros", "EventStream", "GhostBinding", "ViewKit", "WebServer"],
    "GhostlightOptions": [
      "ArgumentParser", "DevTools", "EventLog", "EventLogSQLite", "EventStream", "Foundation", "Glibc", "Logging",
      "Metering", "Synchronization", "WebServer",
    ],
    "GhostlightCommand": [
      "ArgumentParser", "EventLog", "EventLogSQLite", "EventStream", "Foundation", "Glibc", "SequenceDiagrams",
    ],
    "GhostlightTesting": ["EventLog", "EventStream", "ViewKit", "WebServer", "Synchronization", "Testing"],
  ]

  /// Headers of libraries of the system, with no code of ours.
  static let systemLibraries: Set<String> = ["CCrypto", "CMalloc", "CZlib"]

  /// The example's layers: the screens see view models only.
  static let example: [String: Set<String>] = [
    "Models": ["EventMacros", "ExampleDatabases", "Foundation", "GRDB", "Synchronization", "Glibc"],
    "Presentation": ["EventMacros", "TodoModels"],
    "Screens": ["Ghostlight", "TodoPresentation"],
    "App": [
      "ArgumentParser", "Ghostlight", "GhostlightOptions", "TodoModels", "TodoPresentation", "TodoScreens",
    ],
  ]

  /// TodoMVC, in the same layers.
  static let todomvc: [String: Set<String>] = [
    "Models": ["EventMacros", "ExampleDatabases", "Foundation", "GRDB"],
    "Presentation": ["EventMacros", "TodoMVCModels"],
    "Screens": ["Ghostlight", "TodoMVCPresentation"],
    "App": [
      "ArgumentParser", "EventLog", "Ghostlight", "GhostlightOptions", "TodoMVCModels", "TodoMVCPresentation",
      "TodoMVCScreens",
    ],
  ]

  /// The gallery: its parts know the frame around them, and not each other.
  static let gallery: [String: Set<String>] = [
    "Frame": ["Ghostlight"],
    "Architectures": ["GalleryFrame", "Ghostlight", "Synchronization"],
    "Comparison": ["GalleryArchitectures", "GalleryFrame", "Ghostlight"],
    "SourceLister": ["Foundation"],
    "SourcePlugin": ["Foundation", "PackagePlugin"],
    "Views": ["GalleryFrame", "Ghostlight"],
    "Screens": ["GalleryFrame", "Ghostlight", "Synchronization"],
    "Tables": ["GalleryFrame", "Ghostlight"],
    "App": [
      "ArgumentParser", "GalleryArchitectures", "GalleryComparison", "GalleryFrame", "GalleryScreens", "GalleryTables",
      "GalleryViews", "Ghostlight", "GhostlightOptions",
    ],
  ]

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test(arguments: allowed.keys.sorted())
  func `a module imports only what lies below it`(module: String) throws {
    try check(Self.root.appending(path: "Sources/\(module)"), allowed: Self.allowed[module] ?? [])
  }

  @Test(arguments: example.keys.sorted())
  func `a layer of Todostream sees only the one below it`(layer: String) throws {
    try check(Self.root.appending(path: "Examples/Todostream/\(layer)"), allowed: Self.example[layer] ?? [])
  }

  @Test(arguments: todomvc.keys.sorted())
  func `a layer of TodoMVC sees only the one below it`(layer: String) throws {
    try check(Self.root.appending(path: "Examples/TodoMVC/\(layer)"), allowed: Self.todomvc[layer] ?? [])
  }

  @Test(arguments: gallery.keys.sorted())
  func `a part of the gallery sees only the frame`(part: String) throws {
    try check(Self.root.appending(path: "Examples/Gallery/\(part)"), allowed: Self.gallery[part] ?? [])
  }

  @Test func `every module has a rule`() throws {
    let modules = try FileManager.default.contentsOfDirectory(atPath: Self.root.appending(path: "Sources").path)
    #expect(Set(modules).subtracting(Self.systemLibraries) == Set(Self.allowed.keys))
  }

  @Test func `every module has a landing page`() {
    for module in Self.allowed.keys where module != "EventStreamMacros" && module != "MacroExpansion" {
      let page = Self.root.appending(path: "Sources/\(module)/\(module).docc/\(module).md")
      #expect(FileManager.default.fileExists(atPath: page.path), "\(module) has no \(module).docc/\(module).md")
    }
  }

  /// The thread sanitizer doesn't see what a contended `Mutex` does, and now and then finds a race that isn't there.
  @Test func `the event stream's locks are those that the thread sanitizer sees`() throws {
    let folder = Self.root.appending(path: "Sources/EventStream")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    for case let file as URL in files where file.pathExtension == "swift" && file.lastPathComponent != "Lock.swift" {
      #expect(try !String(contentsOf: file, encoding: .utf8).contains("Mutex("), "\(file.lastPathComponent)")
    }
  }

  private func check(_ folder: URL, allowed: Set<String>) throws {
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var read = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      read += 1
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        guard
          let match = line.firstMatch(
            of: /^\s*(?:@\w+ )*(?:(?:public|package|internal|private|fileprivate) )?import (?:\w+ )?(\w+)/)
        else { continue }
        let module = String(match.1)
        #expect(allowed.contains(module), "\(file.lastPathComponent) imports \(module)")
      }
    }
    #expect(read > 0, "no sources in \(folder.path)")
  }
}
