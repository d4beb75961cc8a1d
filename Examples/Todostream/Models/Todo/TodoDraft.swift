public import EventMacros

/// The content of a todo that a user may write: a form before it is saved.
@FieldCodable
public struct TodoDraft: Sendable, Equatable, Codable {
  /// The most characters (grapheme clusters) in a title, after trimming: 200.
  public static let titleLimit = 200

  /// The most UTF-8 bytes in a title: 8 KiB, since one character may carry any number of combining marks.
  public static let titleByteLimit = 8 * 1024

  /// The most characters (grapheme clusters) in the notes, after trimming: 10,000.
  public static let notesLimit = 10_000

  /// The most UTF-8 bytes in the notes: 256 KiB.
  public static let notesByteLimit = 256 * 1024

  /// What there is to do.
  public var title: String

  /// Anything more to say.
  public var notes: String

  /// The day by which it should be done, or `nil` if there is none.
  public var due: CalendarDay?

  /// Makes a draft of anything at all; ``validated()`` says whether it may be saved.
  public init(title: String, notes: String = "", due: CalendarDay? = nil) {
    self.title = title
    self.notes = notes
    self.due = due
  }

  /// Makes a validated draft from the three texts of a form, and reports every wrong field at once.
  ///
  /// - Parameter dueText: `YYYY-MM-DD`, with white space around it or not; nothing but white space is no due day.
  /// - Throws: ``TodoFailure/invalid(_:)`` with the problems of ``validated()``, and of ``CalendarDay/init(iso:)``
  ///   under ``TodoField/due``.
  public init(title: String, notes: String, dueText: String) throws(TodoFailure) {
    var draft = TodoDraft(title: title, notes: notes)
    var problems: [TodoField: TodoProblem] = [:]
    let dueText = trimmed(dueText)
    if !dueText.isEmpty {
      do throws(TodoProblem) {
        draft.due = try CalendarDay(iso: dueText)
      } catch {
        problems[.due] = error
      }
    }
    problems.merge(draft.normalize()) { first, _ in first }
    guard problems.isEmpty else { throw .invalid(problems) }
    self = draft
  }

  /// Gives the draft as it will be saved: white space and line breaks around the texts trimmed, NUL characters removed
  /// (SQLite's text functions stop at them), everything else kept scalar by scalar.
  ///
  /// The due day needs no check: ``CalendarDay`` has only days that may be saved.
  ///
  /// - Throws: ``TodoFailure/invalid(_:)`` naming each wrong field: ``TodoProblem/required`` if nothing visible is left
  ///   of the title, ``TodoProblem/tooLong(limit:)`` or ``TodoProblem/tooLarge(byteLimit:)`` if a text exceeds its
  ///   limits.
  public func validated() throws(TodoFailure) -> TodoDraft {
    var draft = self
    let problems = draft.normalize()
    guard problems.isEmpty else { throw .invalid(problems) }
    return draft
  }

  private mutating func normalize() -> [TodoField: TodoProblem] {
    title = trimmed(title)
    notes = trimmed(notes)
    var problems: [TodoField: TodoProblem] = [:]
    problems[.title] =
      isVisible(title)
      ? excess(in: title, limit: Self.titleLimit, byteLimit: Self.titleByteLimit)
      : .required
    problems[.notes] = excess(in: notes, limit: Self.notesLimit, byteLimit: Self.notesByteLimit)
    return problems
  }
}

/// Bytes are counted first only where they spare the counting of characters: the answer names the limit that a user
/// understands, characters, whenever both are exceeded.
private func excess(in text: String, limit: Int, byteLimit: Int) -> TodoProblem? {
  let bytes = text.utf8.count
  if bytes <= min(limit, byteLimit) { return nil }
  if text.index(text.startIndex, offsetBy: limit + 1, limitedBy: text.endIndex) != nil { return .tooLong(limit: limit) }
  return bytes > byteLimit ? .tooLarge(byteLimit: byteLimit) : nil
}
