/// Finds where this program starts the timers that another program's snapshot has.
///
/// While each timer of a file is started on the line on which it was, lines tell them apart. Once one isn't, no line of the file tells
/// anything any more: where one was started, another may have come to stand.
struct TimerSites {
  private struct Start: Equatable {
    let site: String
    let duration: Duration

    /// The site without the line.
    var file: Substring { site.prefix { $0 != ":" } }

    /// Whether only their lines may differ.
    func isLike(_ other: Start) -> Bool { file == other.file && duration == other.duration }
  }

  private let before: [Start]
  private let now: [Start]

  /// - Parameters:
  ///   - kept: The timers of the snapshot.
  ///   - timers: Those that this program's screens have started.
  init(of kept: [KeptTimer], among timers: [ScreenTimer]) {
    before = kept.map { Start(site: $0.site, duration: $0.duration) }
    now = timers.map { Start(site: $0.site, duration: $0.duration) }
  }

  /// Where a timer of the snapshot is started here.
  ///
  /// - Throws: ``SessionSnapshot/Refusal`` if it isn't, or nothing tells which of several it is.
  func site(of timer: KeptTimer) throws(SessionSnapshot.Refusal) -> String {
    let start = Start(site: timer.site, duration: timer.duration)
    if before.allSatisfy({ $0.file != start.file || now.contains($0) }) { return timer.site }
    let (kept, own) = (before.filter { $0.isLike(start) }, now.filter { $0.isLike(start) })
    guard own.count >= kept.count else { throw Self.missing(timer) }
    // Those of one line are started in the same order, as in a session of the same program.
    guard let site = own.first?.site, own.count == kept.count, own.allSatisfy({ $0.site == site }),
      kept.allSatisfy({ $0.site == timer.site })
    else { throw .unlike("nothing tells which timer of \(start.file) is which") }
    return site
  }

  /// Why there is no session where the screens don't start a timer that ran.
  static func missing(_ timer: KeptTimer) -> SessionSnapshot.Refusal {
    let start = Start(site: timer.site, duration: timer.duration)
    return .unlike("a timer of \(start.file) isn't started with the screen")
  }
}
