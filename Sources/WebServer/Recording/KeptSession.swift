internal import EventLog
internal import EventStream
internal import Foundation
internal import ViewKit
internal import WebRenderer

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
  /// What was refused and its page may not have heard; `nil` if there is nothing, or the program before didn't keep that.
  var refusals: [Refusal]?
  /// Which version the app's events had (``LogMigrations/version``); `nil` if the program before didn't keep that.
  var version: Int?
  /// The last event that is in it.
  let last: EventID
  /// How far it had heard the app's stream.
  var place: AppPlace

  /// That an intent was refused, behind a patch, as its page is told.
  struct Refusal: Codable {
    let patch: Int
    let message: String

    /// What the page is sent.
    var buffer: TextBuffer {
      var buffer = TextBuffer(capacity: message.utf8.count)
      buffer.raw(message)
      return buffer
    }

    fileprivate var isSound: Bool {
      guard message.utf8.count < 1 << 16, (0...WebSession.greatestNumber / 2).contains(patch),
        let parts = try? JSONSerialization.jsonObject(with: Data(message.utf8)) as? [Any], parts.count == 4
      else { return false }
      return parts[0] as? String == "r" && parts[1] is Int && parts[3] is String
        && (parts[2] as? String).flatMap(ServerMessage.Refusal.init) != nil
    }
  }

  /// Reads the latest that a log has of a session.
  ///
  /// - Returns: `nil` if there is none, or none that this program understands.
  static func read(
    _ id: String, before position: UInt64 = .max, from log: any EventLog
  ) async throws -> (kept: KeptSession, position: UInt64)? {
    guard let snapshot = try await log.snapshot(of: id, before: position) else { return nil }
    return KeptSession(snapshot).map { ($0, snapshot.position) }
  }

  /// Reads the one that playing a session up to a place begins with.
  ///
  /// Another program's does where nothing else is left of the beginning, and where a session is so long that whoever waits for it
  /// would notice. If its screens are built otherwise, or what was done afterwards finds nothing on them, it doesn't: then all of the
  /// session is to be played. One of another version of the app's events is taken only where nothing else is left.
  ///
  /// - Parameters:
  ///   - program: Whose snapshots are taken of a session of any length.
  ///   - version: Which version the app's events have now.
  ///   - mostPlayed: How many events a session has at most that is rather played from its beginning than from another program's.
  static func nearest(
    of session: RecordedSession, before position: UInt64, keptBy program: String, version: Int, mostPlayed: Int,
    from log: any EventLog
  ) async throws -> (kept: KeptSession, position: UInt64)? {
    if let near = try await read(session.id, before: position, from: log), near.kept.isOf(version: version),
      near.kept.program == program || session.count > mostPlayed
    {
      return near
    }
    return try await first(of: session.id, before: position, from: log)
  }

  /// Reads the one that what a log has of a session follows on, if its beginning was forgotten, whichever program has kept it.
  ///
  /// - Parameter position: The place that is to be come to.
  static func first(
    of id: String, before position: UInt64, from log: any EventLog
  ) async throws -> (kept: KeptSession, position: UInt64)? {
    guard let first = try await log.records(of: .session(id), after: 0, limit: 1).first, !first.beginsSession else {
      return nil
    }
    if let start = try await read(id, before: first.position, from: log) { return start }
    // It was being forgotten up to its latest, and the rest before that is still there.
    return try await read(id, before: position, from: log)
  }

  /// Whether it was taken when the app's events had a version: migrations don't tell of what screens keep.
  func isOf(version: Int) -> Bool { self.version ?? version == version }

  /// The form in which it is written.
  func content() throws -> [UInt8] { Array(try JSONEncoder().encode(self)) }
}

extension KeptSession {
  /// Reads one; `nil` if this program doesn't understand it.
  init?(_ snapshot: LogSnapshot) {
    guard let kept = try? JSONDecoder().decode(KeptSession.self, from: Data(snapshot.content)), kept.isSound else {
      return nil
    }
    self = kept
    // In another log it stood elsewhere.
    if place.position == 0 || place.position > snapshot.position { place.position = snapshot.position }
  }

  /// Whether a session can count on from it: an import may say anything.
  private var isSound: Bool {
    let numbers = 0...WebSession.greatestNumber / 2
    return session.isSound && numbers.contains(patches) && numbers.contains(lastIntent)
      && (-1...WebSession.greatestNumber / 2).contains(lastOfOtherProgram)
      && refusals?.allSatisfy(\.isSound) != false
  }
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

extension LogRecord {
  /// Whether nothing of its session came before.
  var beginsSession: Bool { name == "SessionEvent.opened" }
}
