import Foundation

@testable import ViewKit

/// Writes what controllers keep as JSON.
struct JSONCoding: SnapshotCoding {
  func encode<Value: Encodable>(_ value: Value) throws -> [UInt8] { Array(try JSONEncoder().encode(value)) }
  func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    try JSONDecoder().decode(type, from: Data(bytes))
  }
}
