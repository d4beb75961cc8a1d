internal import ArgumentParser
internal import EventLog
internal import EventLogSQLite
internal import EventStream
internal import Foundation

/// The log that a command is about.
struct LogArgument: ParsableArguments {
  @Argument(
    help: "The log, such as todostream.sqlite-events. Commands that only read take an exported session too.",
    completion: .file())
  var log: String

  /// Refuses an empty name.
  func validate() throws {
    if log.isEmpty { throw ValidationError("the log's name is empty: say a file, such as todostream.sqlite-events.") }
  }

  /// Opens the log to read it; if SQLite can't read it, what is left of it.
  func open() async throws -> OpenedLog {
    do {
      return OpenedLog(log: try await RecordingFile.open(log), isSalvaged: false)
    } catch let error as EventLogError {
      guard case .damaged = error else { throw CommandFailure(error) }
      let rest = try salvage()
      // What it says ends with a full stop.
      Terminal.warn("\(error) What is left of it is searched for in the file.")
      return OpenedLog(log: rest, isSalvaged: true)
    }
  }

  /// Opens the log to write it. What is no log at all is told to be none.
  func openToWrite(_ body: () async throws -> SQLiteLog) async throws -> SQLiteLog {
    do { return try await body() } catch let error as EventLogError {
      guard case .damaged = error else { throw error }
      _ = try salvage()
      throw error
    }
  }

  /// Refuses an export, which nothing can be appended to or forgotten of.
  func refuseExport() throws {
    guard FileManager.default.fileExists(atPath: log), try RecordingFile.isExport(log) else { return }
    throw CommandFailure("\(log) is an exported session, and no log: “ghostlight log import” adds it to one")
  }

  /// Refuses to make the log where there is no folder for it, since its name may be mistaken, or where it would belong to another.
  func checkPlace() throws {
    let folder = URL(fileURLWithPath: log).deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      throw CommandFailure("\(log) can't be made: there is no folder \(folder). Make it, or say another file.")
    }
    if let recording = RecordingFiles.recording(with: log) {
      throw CommandFailure("\(log) belongs to \(recording): say another file")
    }
  }

  /// Refuses to write over the log, or over what belongs to it, or nowhere. To be asked before anything is opened.
  func refuse(output: String?, as option: String = "--output") throws {
    if output == "" { throw ValidationError("\(option) takes the path of a file, and an empty name is none.") }
    guard let output, RecordingFiles(of: log).contain(output) else { return }
    throw ValidationError("\(option) \(output) is the log, or belongs to it, and would be lost: say another file.")
  }

  /// That nothing in the log is what a filter asks for.
  func noEvent(hasDamage: Bool) -> CommandFailure {
    CommandFailure(
      "no event is like that: see “ghostlight log show \(log)”",
      code: hasDamage ? CommandFailure.damaged : CommandFailure.refused)
  }

  /// What is left of a log that SQLite can't read. To be asked before that is told: of what is no log nothing else is to be said.
  ///
  /// - Throws: ``CommandFailure``, also if the file has no block of a log.
  func salvage() throws -> MemoryLog {
    let rest: MemoryLog
    do { rest = try SQLiteSalvage.log(at: log) } catch { throw CommandFailure(error) }
    guard rest.lastPosition ?? 0 > 0 else {
      throw CommandFailure(
        "nothing is left of a log in \(log), if it ever was one: see whether it is the right file",
        code: CommandFailure.damaged)
    }
    return rest
  }
}

/// A log that is read.
struct OpenedLog {
  let log: any EventLog
  /// Whether it is only what is left of one: nobody knows what is missing.
  let isSalvaged: Bool
}

/// What ends a command: a sentence for the one who called it, and an exit code for scripts.
struct CommandFailure: Error, CustomStringConvertible {
  let description: String
  let code: Int32

  /// Something isn't there, or is refused.
  static let refused: Int32 = 2
  /// Data is damaged.
  static let damaged: Int32 = 1

  init(_ description: String, code: Int32 = refused) {
    self.description = description
    self.code = code
  }

  init(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let failure as OutputFailure: self.init("the output can't be written: \(failure.reason)")
    case let error as EventLogError:
      switch error {
      case .damaged, .notReadable, .unreadable: self.init(error.description, code: Self.damaged)
      // A command ends: it keeps nothing in memory, and doesn't try again.
      case .cannotWrite(let reason), .lost(let reason):
        self.init("the log can't be written: \(reason). See whether there is room, and run the command again.")
      default: self.init(error.description)
      }
    default: self.init(error.words)
    }
  }
}

/// Runs what a command does; says what went wrong, and ends with its code.
func running(_ body: () async throws -> Void) async throws {
  Terminal.reserveDescriptors()
  do {
    try await body()
  } catch let error as ExitCode {
    throw error
  } catch let failure as OutputFailure where failure.isBrokenPipe {
    throw ExitCode(CommandFailure.refused)
  } catch {
    let failure = CommandFailure(error)
    Terminal.warn(failure.description)
    throw ExitCode(failure.code)
  }
}

extension Timestamp {
  /// The time for people: to the millisecond.
  var shortText: String {
    let parts = text.split(separator: ".")
    return parts.count == 2 ? "\(parts[0]).\(parts[1].prefix(3))Z" : text
  }
}

/// So many things in words.
func count(_ number: some BinaryInteger, _ thing: String) -> String { "\(number) \(thing)\(number == 1 ? "" : "s")" }
