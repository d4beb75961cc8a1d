/// The titles that were typed for new todos and couldn't be taken. The latest twenty aren't lost: what the field doesn't hold is offered.
///
/// A title that was put back may never have been seen: who types on while its refusal is on its way to him hides it. So what is typed
/// over it counts as an edit only if much of it is left.
public struct RefusedTitles: Sendable, Equatable, Codable {
  /// A title that wasn't taken.
  public struct Refusal: Sendable, Equatable, Codable {
    /// The title as it was typed.
    public let title: String
    /// What is wrong with it, if it is the title that is wrong.
    public let reason: TodoTrouble.Reason?

    /// Its beginning, to know it by.
    public var excerpt: String { RefusedTitles.excerpt(of: title) }
  }

  /// Those that the field doesn't hold, the oldest first.
  public private(set) var offered: [Refusal] = []
  /// Whether any has ever been among them.
  public private(set) var hasOffered = false
  /// The one that was put back into the field, until something is typed.
  private var held: Refusal?

  /// None.
  public init() {}

  /// The beginning of a title, to know it by: at most 40 characters.
  public static func excerpt(of title: String) -> String { title.count > 40 ? String(title.prefix(39)) + "…" : title }

  /// Takes in that a title wasn't taken.
  ///
  /// - Parameter isPutBack: Whether the field, being empty, holds it again.
  public mutating func refuse(_ title: String, because reason: TodoTrouble.Reason?, isPutBack: Bool) {
    let refusal = Refusal(title: title, reason: reason)
    if isPutBack { held = refusal } else { offer(refusal) }
  }

  /// Takes in what the field holds now.
  public mutating func type(_ text: String) {
    if let held, text != held.title {
      self.held = nil
      if !Self.isEdit(text, of: held.title) { offer(Refusal(title: held.title, reason: nil)) }
    }
    // What the field has got back may be said as if it had been typed.
    if held == nil, let index = offered.firstIndex(where: { $0.title == text }) { held = offered.remove(at: index) }
  }

  /// Takes in that what the field held has been submitted.
  public mutating func submit(_ text: String) {
    type(text)
    held = nil
  }

  /// Gives the first that is offered, for the field; what the field holds instead is offered in its turn.
  ///
  /// - Returns: `nil` if none is offered.
  public mutating func putBack(insteadOf text: String) -> Refusal? {
    guard let first = offered.first else { return nil }
    offered.removeFirst()
    offer(Refusal(title: text, reason: nil))
    held = first
    return first
  }

  /// Drops the first that is offered.
  public mutating func discard() { offered = Array(offered.dropFirst()) }

  /// White space is no loss. Nobody puts back more than the latest.
  private mutating func offer(_ refusal: Refusal) {
    guard refusal.title.contains(where: { !$0.isWhitespace }) else { return }
    offered.append(refusal)
    hasOffered = true
    while offered.count > Self.most
      || offered.count > 1 && offered.reduce(0, { $0 + $1.title.utf8.count }) > Self.mostBytes
    {
      offered.removeFirst()
    }
  }

  private static let most = 20
  private static let mostBytes = 1_000_000

  /// Whether at least half of a title is left in a text, at its two ends.
  private static func isEdit(_ text: String, of title: String) -> Bool {
    let (text, title) = (Array(text), Array(title))
    let first = zip(text, title).prefix { $0 == $1 }.count
    let last = zip(text.dropFirst(first).reversed(), title.dropFirst(first).reversed()).prefix { $0 == $1 }.count
    return 2 * (first + last) >= title.count
  }
}
