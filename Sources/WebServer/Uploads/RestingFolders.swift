internal import Foundation
internal import Glibc

/// What sessions have left that are away, in the order in which they went: of all, and of each share.
///
/// There may be very many, and every page that opens asks: nothing here goes through all of them, but for tidying up now and then.
struct RestingFolders {
  /// What a session has left.
  struct Rest {
    let url: URL
    let files: Int
    let bytes: Int
    /// From which share their room is taken; `nil` for none in particular.
    let share: UploadBudget?
    let since: ContinuousClock.Instant

    /// Takes it to where nobody looks for it. To be called while nobody can come back to it, for their new folder would have its name.
    func out() -> Rest {
      let gone = url.deletingLastPathComponent().appending(path: "\(UploadHome.goneBeginning)\(RandomToken.make())")
      let isMoved = rename(url.path, gone.path) == 0
      return Rest(url: isMoved ? gone : url, files: files, bytes: bytes, share: share, since: since)
    }
  }

  /// That of a session, when it went. It may have come back since, and have gone again.
  private struct Place {
    let session: String
    let number: Int
  }

  /// Those of a share, or all, in the order in which they went. Some may be there no longer.
  private struct Line {
    var places: [Place] = []
    var start = 0
    /// How many of them are still there.
    var count = 0

    var first: Place? { start < places.count ? places[start] : nil }
    /// Whether more than half are there no longer; where there are few, it doesn't matter.
    var isMostlyOver: Bool { places.count > 2 * count + 32 }
  }

  private var rests: [String: (rest: Rest, number: Int)] = [:]
  /// By their share; by `nil` for all.
  private var lines: [ObjectIdentifier?: Line] = [:]
  private var lastNumber = 0

  /// Which of some sessions have left something.
  func left(by sessions: Set<String>) -> Set<String> { sessions.filter { rests[$0] != nil } }

  /// Takes in what a session has left, later than all others that are here.
  mutating func add(_ rest: Rest, of session: String) {
    _ = remove(session)
    lastNumber += 1
    rests[session] = (rest: rest, number: lastNumber)
    for key in Self.lines(of: rest) {
      lines[key, default: Line()].places.append(Place(session: session, number: lastNumber))
      lines[key, default: Line()].count += 1
    }
  }

  /// Takes out what a session has left.
  mutating func remove(_ session: String) -> Rest? {
    guard let rest = rests.removeValue(forKey: session)?.rest else { return nil }
    for key in Self.lines(of: rest) {
      lines[key, default: Line()].count -= 1
      tidy(key)
    }
    return rest
  }

  /// Takes out what has rested longest.
  ///
  /// - Parameters:
  ///   - share: Only what takes its room from this; `nil` for any.
  ///   - isOver: Whether that goes; otherwise nothing does.
  mutating func removeOldest(of share: UploadBudget? = nil, where isOver: (Rest) -> Bool = { _ in true }) -> Rest? {
    let key = share.map { ObjectIdentifier($0) }
    while let place = lines[key]?.first {
      if let found = rests[place.session], found.number == place.number {
        return isOver(found.rest) ? remove(place.session) : nil
      }
      lines[key]?.start += 1
    }
    return nil
  }

  /// The lines that it stands in.
  private static func lines(of rest: Rest) -> [ObjectIdentifier?] {
    guard let share = rest.share else { return [nil] }
    return [nil, ObjectIdentifier(share)]
  }

  /// Lets go of a line that is over, and of what is over in one that mostly is: sessions come back and go again for ever.
  private mutating func tidy(_ key: ObjectIdentifier?) {
    guard let line = lines[key] else { return }
    if line.count == 0 {
      // Another share may have its identity later.
      lines.removeValue(forKey: key)
    } else if line.isMostlyOver {
      let left = line.places[line.start...].filter { rests[$0.session]?.number == $0.number }
      lines.updateValue(Line(places: left, count: left.count), forKey: key)
    }
  }
}
