internal import ArgumentParser
internal import EventLog
internal import EventStream
internal import WebServer

/// What ends a replay: a sentence for the one who asked for it.
struct ReplayFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// How a replay ends, for scripts.
enum ReplayOutcome {
  /// A screen comes out otherwise, or the recording is damaged.
  static let different: Int32 = 1
  /// Something isn't there, or is refused.
  static let refused: Int32 = 2

  /// Runs a replay; says what went wrong, and ends with its code.
  static func ending(_ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch let error as ExitCode {
      throw error
    } catch let failure as OutputFailure where failure.isBrokenPipe {
      throw ExitCode(refused)
    } catch {
      Output.warn(words(for: error))
      throw ExitCode(code(of: error))
    }
  }

  static func code(of error: any Error) -> Int32 {
    switch error {
    case is SessionPlayer.Difference, SessionRecording.Refusal.gap: return different
    case let error as EventLogError:
      switch error {
      case .damaged, .notReadable, .unreadable: return different
      default: return refused
      }
    default: return refused
    }
  }

  /// What went wrong: one line, but for a difference.
  static func words(for error: any Error) -> String {
    if let difference = error as? SessionPlayer.Difference { return words(for: difference) }
    return sentence(for: error).escapingHidden()
  }

  private static func sentence(for error: any Error) -> String {
    (error as? OutputFailure).map { "the output can't be written: \($0.reason)" } ?? error.words
  }

  /// A recording of a running app has no screens, but only numbers that stand for them: then the one that comes out is shown, as
  /// far as it can be taken in.
  private static func words(for difference: SessionPlayer.Difference) -> String {
    let head = """
      step \(difference.turn + 1) shows another screen than it did: it begins with event \(difference.position), \
      \(difference.event.escapingHidden())
      """
    if difference.expected != nil {
      return head + "\n" + difference.description.split(separator: "\n").dropFirst().joined(separator: "\n")
    }
    let tags = difference.found.split(separator: ">")
    let lines = tags.prefix(screenLines).map { $0 + ">" }.joined(separator: "\n")
    return """
      \(head)
      The screen as it was isn't recorded, only its digest. What comes out\(tags.count > screenLines ? " begins so" : " is"), \
      and as a file with --html:
      \(lines)
      """
  }

  private static let screenLines = 40
}
