import EventStream
import Testing

@testable import WebServer

/// What is private is in no snapshot.
@Suite struct SnapshotSecrecyTests {
  private struct SignIn: Codable, Equatable {
    var name: String
    @Private var password: String
    @Private var hint: String?
    @Private var codes: [Int]
  }

  @Test func `a private field of what controllers keep isn't written, and comes back empty`() throws {
    let form = SignIn(name: "ann", password: "hunter2", hint: "the usual", codes: [4711])
    let bytes = try SnapshotJSON().encode([form])
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("ann"))
    for secret in ["hunter2", "usual", "4711"] { #expect(!text.contains(secret)) }
    #expect(
      try SnapshotJSON().decode([SignIn].self, from: bytes)
        == [SignIn(name: "ann", password: "", hint: nil, codes: [])])
  }
}
