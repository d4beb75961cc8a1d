/// The only value of something that is being decoded.
struct SingleReader: SingleValueDecodingContainer {
  let decoder: ValueDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }
  private var place: Int { decoder.offset }

  init(decoder: ValueDecoder) { self.decoder = decoder }

  func decodeNil() -> Bool {
    // What is malformed can't be told here: the source has noted it.
    (try? decoder.isNull(at: place)) ?? false
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.read(type, at: place, key: nil) }

  func decode(_ type: Bool.Type) throws -> Bool { try decoder.bool(at: place, key: nil) }

  func decode(_ type: String.Type) throws -> String { try decoder.string(at: place, key: nil) }

  func decode(_ type: Double.Type) throws -> Double { try decoder.double(at: place, key: nil) }

  func decode(_ type: Float.Type) throws -> Float { try decoder.float(at: place, key: nil) }

  func decode(_ type: Int.Type) throws -> Int { try decoder.integer(Int.self, at: place, key: nil) }

  func decode(_ type: Int8.Type) throws -> Int8 { try decoder.integer(Int8.self, at: place, key: nil) }

  func decode(_ type: Int16.Type) throws -> Int16 { try decoder.integer(Int16.self, at: place, key: nil) }

  func decode(_ type: Int32.Type) throws -> Int32 { try decoder.integer(Int32.self, at: place, key: nil) }

  func decode(_ type: Int64.Type) throws -> Int64 { try decoder.integer(Int64.self, at: place, key: nil) }

  func decode(_ type: Int128.Type) throws -> Int128 { try decoder.integer(Int128.self, at: place, key: nil) }

  func decode(_ type: UInt.Type) throws -> UInt { try decoder.integer(UInt.self, at: place, key: nil) }

  func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.integer(UInt8.self, at: place, key: nil) }

  func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.integer(UInt16.self, at: place, key: nil) }

  func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.integer(UInt32.self, at: place, key: nil) }

  func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.integer(UInt64.self, at: place, key: nil) }

  func decode(_ type: UInt128.Type) throws -> UInt128 { try decoder.integer(UInt128.self, at: place, key: nil) }
}
