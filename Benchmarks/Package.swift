// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny")]

let package = Package(
  name: "benchmarks",
  dependencies: [
    .package(name: "ghostlight", path: ".."),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
  ],
  targets: [
    .target(name: "Allocations", swiftSettings: strict),
    .executableTarget(
      name: "binding-bench", dependencies: ["Allocations", .product(name: "GhostBinding", package: "ghostlight")],
      swiftSettings: strict),
    .executableTarget(
      name: "log-bench",
      dependencies: [
        .product(name: "EventLog", package: "ghostlight"), .product(name: "EventLogSQLite", package: "ghostlight"),
        .product(name: "EventStream", package: "ghostlight"), .product(name: "GRDB", package: "GRDB.swift"),
      ], swiftSettings: strict),
    .executableTarget(
      name: "table-bench",
      dependencies: [
        .product(name: "GhostBinding", package: "ghostlight"), .product(name: "ViewKit", package: "ghostlight"),
        .product(name: "WebRenderer", package: "ghostlight"),
      ], swiftSettings: strict),
    .executableTarget(
      name: "stream-bench",
      dependencies: [
        "Allocations", .product(name: "EventStream", package: "ghostlight"),
        .product(name: "OpenCombine", package: "OpenCombine"),
      ],
      swiftSettings: strict),
  ]
)
