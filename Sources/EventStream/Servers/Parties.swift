/// Which sessions belong together: those of one address, say. What they ask the app for has its turn together. Thread-safe.
@usableFromInline
final class Parties: Sendable {
  private let members = Lock<[StreamIdentity: (party: UInt64, stream: ObjectIdentifier)]>([:])

  /// That of a session, if it has one.
  func party(of session: StreamIdentity) -> UInt64? { members.withLock { $0[session]?.party } }

  func note(_ party: UInt64, of stream: SessionStream) {
    members.withLock { $0[stream.identity] = (party, ObjectIdentifier(stream)) }
  }

  /// Forgets a stream that goes; the session may have another already.
  func forget(_ stream: SessionStream) {
    members.withLock { members in
      if members[stream.identity]?.stream == ObjectIdentifier(stream) { members[stream.identity] = nil }
    }
  }
}
