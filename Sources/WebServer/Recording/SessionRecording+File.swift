public import EventLog

extension SessionRecording {
  /// A session that was exported into a file, to be kept with the tests of its app.
  ///
  /// - Parameter path: JSON lines or a property list, as `ghostlight log export` writes them.
  /// - Throws: What `SessionExport.init(file:)` does, and as ``read(_:from:decoder:)``.
  public static func file(_ path: String, decoder: EventDecoder = EventDecoder()) throws -> SessionRecording {
    try SessionRecording(SessionExport(file: path), decoder: decoder)
  }
}
