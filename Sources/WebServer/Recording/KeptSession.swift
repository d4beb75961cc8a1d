internal import EventLog
internal import EventStream
internal import Foundation
internal import ViewKit

/// A page's session as the log keeps it, so that its recording needn't be played from the beginning.
struct KeptSession: Sendable, Codable {
  let session: SessionSnapshot
  /// Which program has kept it.
  let program: String
  /// How many patches its page had been sent.
  let patches: Int
  /// The number of the last thing that its user had done.
  let lastIntent: Int
  /// The number of the last patch of another program's, -1 if there is none.
  let lastOfOtherProgram: Int
  /// The last event that is in it.
  let last: EventID
  /// How far it had heard the app's stream.
  var place: AppPlace

  /// Reads the latest that a log has of a session.
  ///
  /// - Returns: `nil` if there is none, or none that this program understands: the recording does as well.
  static func read(
    _ id: String, before position: UInt64 = .max, from log: any EventLog
  ) async throws -> (kept: KeptSession, position: UInt64)? {
    guard let snapshot = try await log.snapshot(of: id, before: position) else { return nil }
    guard var kept = try? JSONDecoder().decode(KeptSession.self, from: Data(snapshot.content)) else { return nil }
    if kept.place.position == 0 { kept.place.position = snapshot.position }
    return (kept, snapshot.position)
  }

  /// The form in which it is written.
  func content() throws -> [UInt8] { Array(try JSONEncoder().encode(self)) }
}

/// Writes what controllers keep as JSON, but for what is private.
package struct SnapshotJSON: SnapshotCoding {
  package init() {}

  package func encode<Value: Encodable>(_ value: Value) throws -> [UInt8] {
    let encoder = JSONEncoder()
    if let key = CodingUserInfoKey.withholdsPrivate { encoder.userInfo[key] = true }
    return Array(try encoder.encode(value))
  }

  package func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    let decoder = JSONDecoder()
    if let key = CodingUserInfoKey.withholdsPrivate { decoder.userInfo[key] = true }
    return try decoder.decode(type, from: Data(bytes))
  }
}
