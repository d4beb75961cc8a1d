internal import EventStream

extension AppStream {
  /// How long servers may take for their last work.
  private static let patience = Duration.seconds(1)

  /// Ends streams, and waits for what their servers do last; for all of them together no longer than for one.
  static func finish(_ streams: [AppStream]) async {
    for stream in streams { stream.end() }
    let end = ContinuousClock.now + patience
    for stream in streams { await stream.finish(within: ContinuousClock.now.duration(to: end)) }
  }
}
