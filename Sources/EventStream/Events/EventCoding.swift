/// How a case's payload is coded: as itself, and a `Result` as `{"success": …}` or `{"failure": …}`.
///
/// The functions that `@Event` calls; the right overload is chosen when compiling. A case without a value is coded as
/// an empty object, so every event is an object with one key, the name of its case.
public enum EventCoding {
  /// The two sides of a coded `Result`.
  public enum ResultKey: String, CodingKey {
    /// The key of a success.
    case success
    /// The key of a failure.
    case failure
  }

  /// Writes a payload under the name of its case.
  ///
  /// - Throws: What the payload throws.
  @_disfavoredOverload
  public static func encode<Name: CodingKey, Payload: Encodable>(
    _ payload: Payload, forKey name: Name, in container: inout KeyedEncodingContainer<Name>
  ) throws { try container.encode(payload, forKey: name) }

  /// Writes an answer under the name of its case.
  ///
  /// - Throws: What the value or the error throws.
  public static func encode<Name: CodingKey, Success: Encodable, Failure: Encodable & Error>(
    _ payload: Result<Success, Failure>, forKey name: Name, in container: inout KeyedEncodingContainer<Name>
  ) throws {
    var nested = container.nestedContainer(keyedBy: ResultKey.self, forKey: name)
    switch payload {
    case .success(let value): try nested.encode(value, forKey: .success)
    case .failure(let error): try nested.encode(error, forKey: .failure)
    }
  }

  /// Writes a case that carries nothing.
  ///
  /// - Throws: Nothing.
  public static func encode<Name: CodingKey>(
    _ payload: Void, forKey name: Name, in container: inout KeyedEncodingContainer<Name>
  ) throws { _ = container.nestedContainer(keyedBy: ResultKey.self, forKey: name) }

  /// Reads a payload that was written under the name of its case.
  ///
  /// - Throws: `DecodingError` if there is none.
  @_disfavoredOverload
  public static func decode<Name: CodingKey, Payload: Decodable>(
    _ type: Payload.Type, forKey name: Name, in container: KeyedDecodingContainer<Name>
  ) throws -> Payload { try container.decode(type, forKey: name) }

  /// Reads an answer that was written under the name of its case.
  ///
  /// - Throws: `DecodingError` if there is none, or neither `success` nor `failure` in it.
  public static func decode<Name: CodingKey, Success: Decodable, Failure: Decodable & Error>(
    _ type: Result<Success, Failure>.Type, forKey name: Name, in container: KeyedDecodingContainer<Name>
  ) throws -> Result<Success, Failure> {
    let nested = try container.nestedContainer(keyedBy: ResultKey.self, forKey: name)
    if nested.contains(.failure) { return .failure(try nested.decode(Failure.self, forKey: .failure)) }
    return .success(try nested.decode(Success.self, forKey: .success))
  }

  /// Reads a case that carries nothing.
  ///
  /// - Throws: `DecodingError` if there is no object.
  public static func decode<Name: CodingKey>(
    _ type: Void.Type, forKey name: Name, in container: KeyedDecodingContainer<Name>
  ) throws { _ = try container.nestedContainer(keyedBy: ResultKey.self, forKey: name) }

  /// The one case that a coded event names.
  ///
  /// - Parameters:
  ///   - type: The event's name.
  ///   - decoder: Where the container is from, for names that aren't known.
  /// - Throws: `DecodingError.dataCorrupted` unless exactly one known case is named; it says which names there are.
  public static func onlyKey<Name: CodingKey>(
    in container: KeyedDecodingContainer<Name>, of type: String, from decoder: any Decoder
  ) throws -> Name {
    let names = container.allKeys
    guard let name = names.first, names.count == 1 else {
      let all = try decoder.container(keyedBy: AnyName.self).allKeys.map { "“\($0.stringValue)”" }.sorted()
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: container.codingPath,
          debugDescription: "expected an object with one key, the name of a case of \(type); found "
            + (all.isEmpty ? "none" : all.joined(separator: " and "))))
    }
    return name
  }

  /// Any name, whether a case is called so or not.
  private struct AnyName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
  }
}
