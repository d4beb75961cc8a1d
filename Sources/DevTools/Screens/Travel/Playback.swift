internal import EventStream

/// Where a playback stands, and when it goes on. Moments are numbered from 0.
struct Playback: Hashable {
  /// How fast it plays.
  enum Speed: String, Hashable, CaseIterable {
    case even
    case real
    case fourfold
    case fastest
  }

  let times: [Timestamp]
  private(set) var place: Int
  var speed = Speed.even
  private(set) var isPlaying = false

  /// Nobody wants to wait for a user who has gone for coffee.
  private static let longest = Duration.seconds(2)
  /// A screen takes a moment to be drawn.
  private static let shortest = Duration.milliseconds(60)

  init(_ times: [Timestamp], at place: Int) {
    self.times = times
    self.place = max(0, min(place, times.count - 1))
  }

  var isAtEnd: Bool { place >= times.count - 1 }

  mutating func go(to wanted: Int) { place = max(0, min(wanted, times.count - 1)) }

  /// Plays; from the beginning if it stands at the end.
  mutating func play() {
    if isAtEnd { place = 0 }
    isPlaying = times.count > 1
  }

  mutating func pause() { isPlaying = false }

  /// Goes one moment on; pauses at the end.
  mutating func advance() {
    go(to: place + 1)
    if isAtEnd { pause() }
  }

  /// How long until the next moment; `nil` if none comes.
  var wait: Duration? {
    guard isPlaying, !isAtEnd else { return nil }
    let gap = times[place].duration(to: times[place + 1])
    switch speed {
    case .even: return .milliseconds(500)
    case .real: return min(max(gap, Self.shortest), Self.longest)
    case .fourfold: return min(max(gap / 4, Self.shortest), Self.longest)
    case .fastest: return Self.shortest
    }
  }
}
