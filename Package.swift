// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "ghostlight",
  products: [
    .library(name: "Analytics", targets: ["Analytics"]),
    .library(name: "DevTools", targets: ["DevTools"]),
    .library(name: "EventLog", targets: ["EventLog"]),
    .library(name: "EventLogSQLite", targets: ["EventLogSQLite"]),
    .library(name: "EventStream", targets: ["EventStream"]),
    .library(name: "GhostBinding", targets: ["GhostBinding"]),
    .library(name: "Ghostlight", targets: ["Ghostlight"]),
    .library(name: "GhostlightOptions", targets: ["GhostlightOptions"]),
    .library(name: "GhostlightTesting", targets: ["GhostlightTesting"]),
    .library(name: "Metering", targets: ["Metering"]),
    .library(name: "SequenceDiagrams", targets: ["SequenceDiagrams"]),
    .library(name: "ViewKit", targets: ["ViewKit"]),
    .library(name: "WebRenderer", targets: ["WebRenderer"]),
    .executable(name: "ghostlight", targets: ["GhostlightCommand"]),
    .executable(name: "todostream", targets: ["todostream"]),
    .executable(name: "gallery", targets: ["gallery"]),
    .executable(name: "rowsbench", targets: ["rowsbench"]),
    .executable(name: "todomvc", targets: ["todomvc"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    // Without its trait for swift-configuration, which nothing here reads and which costs a minute to build.
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: ["FullFoundation"]),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    .macro(
      name: "EventStreamMacros",
      dependencies: [
        "MacroExpansion",
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ],
      swiftSettings: strict),
    .target(
      name: "MacroExpansion",
      dependencies: [
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ],
      swiftSettings: strict),
    .target(name: "EventStream", swiftSettings: strict),
    .target(name: "EventLog", dependencies: ["CZlib", "EventStream"], swiftSettings: strict),
    .target(
      name: "Analytics",
      dependencies: [
        "EventStream",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      swiftSettings: strict),
    .target(
      name: "Metering",
      dependencies: [
        "EventStream", "WebServer",
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ],
      swiftSettings: strict),
    .target(
      name: "DevTools",
      dependencies: [
        "EventLog", "EventMacros", "EventStream", "GhostBinding", "Metering", "SequenceDiagrams", "ViewKit",
        "WebServer",
      ],
      resources: [.embedInCode("devtools.css")], swiftSettings: strict),
    .target(name: "SequenceDiagrams", dependencies: ["EventLog", "EventStream"], swiftSettings: strict),
    .target(
      name: "EventLogSQLite", dependencies: ["EventLog", "EventStream", .product(name: "GRDB", package: "GRDB.swift")],
      swiftSettings: strict),
    .executableTarget(
      name: "GhostlightCommand",
      dependencies: [
        "EventLog", "EventLogSQLite", "EventStream", "SequenceDiagrams",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .target(name: "EventMacros", dependencies: ["EventStream", "EventStreamMacros"], swiftSettings: strict),
    .target(name: "GhostBinding", swiftSettings: strict),
    .target(name: "BindingMacros", dependencies: ["GhostBinding", "EventStreamMacros"], swiftSettings: strict),
    .target(name: "ViewKit", dependencies: ["EventStream", "GhostBinding"], swiftSettings: strict),
    .target(
      name: "WebRenderer", dependencies: ["ViewKit"],
      resources: [
        .embedInCode("Client/ghostlight.js"), .embedInCode("Client/tables.js"), .embedInCode("Client/controls.js"),
        .embedInCode("Client/editing.js"), .embedInCode("Client/hash.js"), .embedInCode("Client/link.js"),
        .embedInCode("Client/recovery.js"), .embedInCode("Client/selects.js"), .embedInCode("Client/dates.js"),
        .embedInCode("Client/ticks.js"), .embedInCode("Client/focus.js"), .embedInCode("Client/moved.js"),
        .embedInCode("Client/renewed.js"),
        .embedInCode("Client/removes.js"),
        .embedInCode("Client/ghostlight.css"), .embedInCode("Client/controls.css"),
      ],
      swiftSettings: strict),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CMalloc"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(
      name: "WebServer",
      dependencies: [
        "CCrypto", "CMalloc", "CZlib", "EventLog", "EventStream", "ViewKit", "WebRenderer",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HummingbirdHTTP2", package: "hummingbird"),
        .product(name: "HummingbirdTLS", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
        .product(name: "NIOHTTP2", package: "swift-nio-http2"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "NIOTLS", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      swiftSettings: strict),
    .target(
      name: "Ghostlight", dependencies: ["BindingMacros", "EventMacros", "GhostBinding", "ViewKit", "WebServer"],
      swiftSettings: strict),
    .target(
      name: "GhostlightOptions",
      dependencies: [
        "DevTools", "EventLog", "EventLogSQLite", "EventStream", "Metering", "WebServer",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .target(
      name: "GhostlightTesting", dependencies: ["EventLog", "EventStream", "ViewKit", "WebServer"],
      swiftSettings: strict),

    .target(
      name: "ExampleDatabases", dependencies: [.product(name: "GRDB", package: "GRDB.swift")],
      path: "Examples/Databases", swiftSettings: strict),
    .target(
      name: "TodoModels",
      dependencies: ["EventMacros", "ExampleDatabases", .product(name: "GRDB", package: "GRDB.swift")],
      path: "Examples/Todostream/Models", swiftSettings: strict),
    .target(
      name: "TodoPresentation", dependencies: ["EventMacros", "TodoModels"],
      path: "Examples/Todostream/Presentation", swiftSettings: strict),
    .target(
      name: "TodoScreens", dependencies: ["Ghostlight", "TodoPresentation"],
      path: "Examples/Todostream/Screens", swiftSettings: strict),
    .executableTarget(
      name: "todostream",
      dependencies: [
        "Ghostlight", "GhostlightOptions", "TodoModels", "TodoPresentation", "TodoScreens",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Examples/Todostream/App", resources: [.embedInCode("todostream.css")], swiftSettings: strict),

    .target(
      name: "TodoMVCModels",
      dependencies: ["EventMacros", "ExampleDatabases", .product(name: "GRDB", package: "GRDB.swift")],
      path: "Examples/TodoMVC/Models", swiftSettings: strict),
    .target(
      name: "TodoMVCPresentation", dependencies: ["EventMacros", "TodoMVCModels"],
      path: "Examples/TodoMVC/Presentation", swiftSettings: strict),
    .target(
      name: "TodoMVCScreens", dependencies: ["Ghostlight", "TodoMVCPresentation"], path: "Examples/TodoMVC/Screens",
      swiftSettings: strict),
    .executableTarget(
      name: "todomvc",
      dependencies: [
        "EventLog", "Ghostlight", "GhostlightOptions", "TodoMVCModels", "TodoMVCPresentation", "TodoMVCScreens",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Examples/TodoMVC/App", resources: [.embedInCode("todomvc.css")], swiftSettings: strict),
    .executableTarget(
      name: "rowsbench",
      dependencies: [
        "Ghostlight", "GhostlightOptions", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Examples/RowsBench", resources: [.embedInCode("rowsbench.css")], swiftSettings: strict),

    .target(name: "GalleryFrame", dependencies: ["Ghostlight"], path: "Examples/Gallery/Frame", swiftSettings: strict),
    .target(
      name: "GalleryViews", dependencies: ["GalleryFrame", "Ghostlight"], path: "Examples/Gallery/Views",
      swiftSettings: strict),
    .target(
      name: "GalleryTables", dependencies: ["GalleryFrame", "Ghostlight"], path: "Examples/Gallery/Tables",
      swiftSettings: strict),
    .target(
      name: "GalleryScreens", dependencies: ["GalleryFrame", "Ghostlight"], path: "Examples/Gallery/Screens",
      swiftSettings: strict),
    .target(
      name: "GalleryArchitectures", dependencies: ["GalleryFrame", "Ghostlight"],
      path: "Examples/Gallery/Architectures", swiftSettings: strict),
    .executableTarget(name: "gallery-sources", path: "Examples/Gallery/SourceLister", swiftSettings: strict),
    .plugin(
      name: "SourcePlugin", capability: .buildTool(), dependencies: ["gallery-sources"],
      path: "Examples/Gallery/SourcePlugin"),
    .target(
      name: "GalleryComparison", dependencies: ["GalleryArchitectures", "GalleryFrame", "Ghostlight"],
      path: "Examples/Gallery/Comparison", swiftSettings: strict, plugins: ["SourcePlugin"]),
    .executableTarget(
      name: "gallery",
      dependencies: [
        "GalleryArchitectures", "GalleryComparison", "GalleryFrame", "GalleryScreens", "GalleryTables", "GalleryViews",
        "Ghostlight", "GhostlightOptions",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Examples/Gallery/App", resources: [.embedInCode("gallery.css")], swiftSettings: strict),

    .testTarget(name: "EventStreamTests", dependencies: ["EventStream"], swiftSettings: strict),
    .executableTarget(
      name: "analytics-probe", dependencies: ["Analytics", "EventStream"], path: "Tests/AnalyticsProbe",
      swiftSettings: strict),
    .testTarget(
      name: "AnalyticsTests",
      dependencies: [
        "Analytics", "EventMacros", "EventStream", "analytics-probe",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "EventLogTests",
      dependencies: [
        "EventLog", "EventLogSQLite", "EventMacros", "EventStream", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .testTarget(name: "ArchitectureTests", swiftSettings: strict),
    .testTarget(
      name: "GhostlightCommandTests",
      dependencies: [
        "EventLog", "EventLogSQLite", "EventStream", "Ghostlight", "GhostlightCommand", "GhostlightTesting",
        "TodoModels",
        "TodoPresentation", "TodoScreens", "todostream",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "GhostlightOptionsTests",
      dependencies: [
        "EventLog", "EventLogSQLite", "GhostlightOptions", "ViewKit", "WebServer",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "GhostlightTestingTests", dependencies: ["Ghostlight", "GhostlightTesting"], swiftSettings: strict),
    .testTarget(
      name: "MacroExpansionTests",
      dependencies: [
        "MacroExpansion",
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "DevToolsTests",
      dependencies: [
        "DevTools", "EventLog", "EventStream", "GhostlightTesting", "Metering", "ViewKit", "WebServer",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .testTarget(name: "EventMacrosTests", dependencies: ["EventMacros"], swiftSettings: strict),
    .testTarget(name: "CompilerTests", dependencies: ["BindingMacros", "EventMacros"], swiftSettings: strict),
    .testTarget(
      name: "GuideTests",
      dependencies: [
        "DevTools", "EventLog", "Ghostlight", "GhostlightTesting", "Metering", "SequenceDiagrams",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .testTarget(name: "GhostBindingTests", dependencies: ["BindingMacros"], swiftSettings: strict),
    .testTarget(
      name: "SequenceDiagramsTests", dependencies: ["SequenceDiagrams", "EventLog", "EventStream"],
      swiftSettings: strict),
    .testTarget(
      name: "MeteringTests",
      dependencies: [
        "EventMacros", "EventStream", "Metering", "WebServer",
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ViewKitTests", dependencies: ["BindingMacros", "EventStream", "GhostBinding", "ViewKit"],
      swiftSettings: strict),
    .testTarget(
      name: "WebRendererTests", dependencies: ["WebRenderer", "ViewKit", "GhostBinding"], swiftSettings: strict),
    .testTarget(
      name: "WebServerTests",
      dependencies: [
        "EventLog", "EventLogSQLite", "EventMacros", "WebServer", "ViewKit", "EventStream", "WebRenderer",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "TodoModelsTests",
      dependencies: ["EventMacros", "TodoModels", .product(name: "GRDB", package: "GRDB.swift")],
      swiftSettings: strict),
    .testTarget(
      name: "TodostreamTests",
      dependencies: ["GhostlightTesting", "Ghostlight", "TodoModels", "TodoPresentation", "TodoScreens"],
      swiftSettings: strict),
    .testTarget(
      name: "TodoMVCTests",
      dependencies: [
        "EventLog", "EventMacros", "Ghostlight", "GhostlightTesting", "TodoModels", "TodoMVCModels",
        "TodoMVCPresentation", "TodoMVCScreens", "todomvc",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "GalleryTests",
      dependencies: [
        "EventLog", "GalleryArchitectures", "GalleryComparison", "GalleryFrame", "GalleryScreens", "GalleryTables",
        "GalleryViews",
        "Ghostlight", "GhostlightTesting", "gallery",
      ],
      swiftSettings: strict),
  ]
)
