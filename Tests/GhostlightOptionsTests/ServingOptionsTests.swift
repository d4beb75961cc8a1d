import ArgumentParser
import EventLog
import Logging
import Testing
import WebServer

@testable import GhostlightOptions

@Suite struct ServingOptionsTests {
  @Test(arguments: [(nil, 4_000_000_000), ("500", 500_000_000), ("0", 0)] as [(String?, Int)])
  func `the size of the log is said in megabytes`(_ size: String?, _ bytes: Int) throws {
    let options = try ServingOptions.parse(size.map { ["--log-size", $0] } ?? [])
    #expect(options.configuration.maximumLogBytes == bytes)
  }

  @Test(
    arguments: [([], 200_000_000), (["--log-size", "500"], 500_000_000), (["--log-size", "0"], 0)] as [([String], Int)])
  func `a log in memory is smaller unless it is said how large it may be`(_ size: [String], _ bytes: Int) throws {
    let options = try ServingOptions.parse(["--no-log", "--tools"] + size)
    let log = try options.openLog(of: "App", in: nil, LogMigrations())
    var configuration = options.configuration
    options.limit(&configuration, recordingIn: log)
    #expect(log is MemoryLog && configuration.maximumLogBytes == bytes)
  }

  @Test(arguments: ["-1", "9000000000000000000"])
  func `a size that no log can have is refused`(_ size: String) {
    let error = #expect(throws: (any Error).self) { try ServingOptions.parse(["--log-size", size]) }
    #expect(
      error.map { ServingOptions.message(for: $0) }?.contains("--log-size takes a number of megabytes from 0") == true)
  }

  @Test(arguments: [["--log-size", "5"], ["--log-screens"]])
  func `what only a log has is refused where there is none`(_ words: [String]) throws {
    let error = #expect(throws: (any Error).self) { try ServingOptions.parse(["--no-log"] + words) }
    #expect(error.map { ServingOptions.message(for: $0) }?.contains("--no-log records nothing: leave out") == true)
    // They keep one in memory.
    _ = try ServingOptions.parse(["--no-log", "--tools"] + words)
  }

  @Test(
    arguments: [
      ([], nil), (["--port", "9"], "--port"), (["--no-tools"], "--no-tools"), (["--metrics"], "--metrics"),
      (["--log-level", "debug"], "--log-level"),
    ] as [([String], String?)])
  func `what changes nothing about a replay is found`(_ words: [String], _ idle: String?) throws {
    #expect(try ServingOptions.parse(words).idleOption(inReplayServed: false) == idle)
    #expect(try ServingOptions.parse(["--port", "9"]).idleOption(inReplayServed: true) == nil)
  }

  @Test(arguments: [(nil, "info"), ("debug", "debug"), ("critical", "critical")] as [(String?, String)])
  func `how much is logged is said by how grave it is`(_ level: String?, _ expected: String) throws {
    let options = try ServingOptions.parse(level.map { ["--log-level", $0] } ?? [])
    #expect(options.logHandler()("test").logLevel.rawValue == expected)
  }

  @Test func `a line of the log is one, whatever is in it`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let options = try ServingOptions.parse([])
        var logger = Logger(label: "test", factory: options.logHandler())
        logger[metadataKey: "of"] = "one\u{2028}two"
        logger.info("three\n2026 critical: four\r", metadata: ["error": "\u{1B}[31m"])
        logger.debug("five")
      })
    let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
    let own = lines.filter { $0.contains("three") }
    #expect(own.count == 1 && !lines.contains { $0.contains("five") })
    let expected = #"info test: error=\u001b[31m of=one\u2028two [GhostlightOptionsTests] three\n2026 critical: four\r"#
    #expect(own.first?.hasSuffix(expected) == true)
  }

  @Test(arguments: ["loud", "INFO", ""])
  func `a level that there isn't is refused`(_ level: String) {
    let error = #expect(throws: (any Error).self) { try ServingOptions.parse(["--log-level", level]) }
    #expect(error.map { ServingOptions.message(for: $0) }?.contains("it takes trace, debug, info") == true)
  }

  @Test func `a server's names are said one after the other`() throws {
    let options = try ServingOptions.parse(["--name", "shop.example", "--name", "xn--caf-dma.example"])
    #expect(options.configuration.names == ["shop.example", "xn--caf-dma.example"])
    #expect(try ServingOptions.parse([]).configuration.names.isEmpty)
  }

  @Test(arguments: [
    "http://shop.example", "shop.example:8080", "shop.example/", "", ".", "a..b", "café.example", "a, b",
  ])
  func `what no host can be called is refused as a name`(_ name: String) {
    let error = #expect(throws: (any Error).self) { try ServingOptions.parse(["--name", name]) }
    #expect(error.map { ServingOptions.message(for: $0) }?.contains("--name: '\(name)' is no name that a") == true)
  }
}
