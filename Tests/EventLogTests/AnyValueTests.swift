@testable import EventLog
import Foundation
import Testing

/// Values of every kind, drawn at random from a seed.
@Suite struct `Any value` {
  static func draw(_ random: inout Seeded, depth: Int = 0) -> LogValue {
    switch Int.random(in: 0..<(depth < 4 ? 14 : 11), using: &random) {
    case 0: .null
    case 1: .bool(Bool.random(using: &random))
    case 2: .integer(Int128(Int64.random(in: .min ... .max, using: &random)) >> Int.random(in: 0..<64, using: &random))
    case 3: .integer(Int128(truncatingIfNeeded: random.next()) << Int.random(in: 0..<63, using: &random))
    case 4: .large(.max - UInt128(random.next()))
    case 5: .double(Double(bitPattern: random.next() & 0xBFFF_FFFF_FFFF_FFFF))
    case 6: .double(Double(Int.random(in: -1_000_000...1_000_000, using: &random)))
    case 7: .float(Float.random(in: -1...1, using: &random))
    case 8: .string(text(&random))
    case 9: .data((0..<Int.random(in: 0..<50, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) })
    case 10:
      [
        .date(Double.random(in: -1e9...1e9, using: &random)), .decimal("-12.50"), .withheld,
        .uuid((0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }),
      ].randomElement(using: &random) ?? .null
    case 11, 12:
      .object(
        (0..<Int.random(in: 0..<20, using: &random)).map {
          LogField("\($0)" + text(&random), draw(&random, depth: depth + 1))
        })
    default: .array((0..<Int.random(in: 0..<20, using: &random)).map { _ in draw(&random, depth: depth + 1) })
    }
  }

  static func text(_ random: inout Seeded) -> String {
    let letters: [Character] = [
      "a", "Z", "0", "\"", "\\", "\n", "\u{0}", "\u{85}", "$", "ß", "中", "👩‍👩‍👧", "\u{2028}", "/",
    ]
    return String(
      (0..<Int.random(in: 0..<40, using: &random)).compactMap { _ in letters.randomElement(using: &random) })
  }

  @Test(arguments: 0..<20)
  func `comes back from the binary form and from JSON`(_ seed: UInt64) throws {
    var random = Seeded(seed)
    for _ in 0..<100 {
      let value = Self.draw(&random)
      #expect(try LogPayload(value, isWhole: true).value() == value)
      #expect(try LogValue(json: value.json) == value)
      #expect(!value.json.contains("\n"))
    }
  }

  @Test(arguments: 0..<10)
  func `is never taken from what isn't JSON without saying so, and never ends the program`(_ seed: UInt64) {
    var random = Seeded(seed)
    for _ in 0..<200 {
      var bytes = Array(Self.draw(&random).json.utf8)
      bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      bytes.removeLast(Int.random(in: 0..<min(3, bytes.count), using: &random))
      if let value = try? LogValue(json: String(decoding: bytes, as: UTF8.self)) { _ = value.json }
    }
  }

  @Test func `is nested only so deeply`() {
    let text = String(repeating: "[", count: 100_000)
    #expect(throws: EventLogError.self) { try LogValue(json: text) }
  }
}
