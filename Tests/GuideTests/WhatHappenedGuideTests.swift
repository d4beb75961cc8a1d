import Foundation
import Testing

@Suite struct WhatHappenedGuideTests {
  @Test func `the guide says what is compiled here`() throws {
    let root = MixedListGuideTests.root
    let code = try String(contentsOf: root.appending(path: "Tests/GuideTests/WhatHappened.swift"), encoding: .utf8)
    let guide = try String(contentsOf: root.appending(path: "docs/guides/what-happened.md"), encoding: .utf8)
    let blocks = guide.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    #expect(blocks.count == 6)
    for line in blocks.flatMap({ $0.split(separator: "\n") }) { #expect(code.contains("  " + line)) }
  }
}
