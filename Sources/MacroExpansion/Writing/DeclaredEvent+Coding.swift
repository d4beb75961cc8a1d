internal import SwiftSyntax
internal import SwiftSyntaxBuilder

extension DeclaredEvent {
  /// Coding as an object with one key, the name of the case.
  var coding: [DeclSyntax] { cases.isEmpty ? [decoding, encoding] : [codingKeys, decoding, encoding] }

  private var codingKeys: DeclSyntax {
    """
    private enum CodingKeys: Swift.CodingKey {
    \(raw: cases.map { "case \($0.identifier)" }.joined(separator: "\n"))
    }
    """
  }

  private var decoding: DeclSyntax {
    let arms = cases.map { single in
      let key = single.identifier
      let read = "try EventStream.EventCoding.decode(Keys.\(key).Payload.self, forKey: .\(key), in: container)"
      return single.payload == nil
        ? "case .\(key):\n\(read)\nself = .\(key)" : "case .\(key):\nself = .\(key)(\(read))"
    }
    guard !arms.isEmpty else { return decodingNothing }
    return """
      \(raw: access)init(from decoder: any Swift.Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let key: CodingKeys = try EventStream.EventCoding.onlyKey(in: container, of: \(raw: stableName), from: decoder)
        switch key {
        \(raw: arms.joined(separator: "\n"))
        }
      }
      """
  }

  /// An enum without cases cannot even have its key read: the compiler knows that no key comes back.
  private var decodingNothing: DeclSyntax {
    """
    \(raw: access)init(from decoder: any Swift.Decoder) throws {
      throw Swift.DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: \(raw: stableName) + " has no cases"))
    }
    """
  }

  private var encoding: DeclSyntax {
    let arms = cases.map { single in
      let write = { (value: String) in
        "try EventStream.EventCoding.encode(\(value), forKey: .\(single.identifier), in: &container)"
      }
      return single.payload == nil
        ? "case .\(single.identifier): \(write("()"))" : "case .\(single.identifier)(let value): \(write("value"))"
    }
    guard !arms.isEmpty else { return "\(raw: access)func encode(to encoder: any Swift.Encoder) throws {}" }
    return """
      \(raw: access)func encode(to encoder: any Swift.Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        \(raw: exhaustive(arms))
        }
      }
      """
  }
}
