/// A button.
public final class Button: View {
  /// Called when the user presses it.
  public var onTap: (() -> Void)?

  /// Makes a button.
  public init(_ text: String = "", looks: Set<String> = [], onTap: (() -> Void)? = nil) {
    super.init(.button)
    self.text = text
    self.looks = looks
    self.onTap = onTap
  }

  /// What it says.
  public var text: String {
    get { self[text: .text] }
    set { self[text: .text] = newValue }
  }

  /// Has all rows of a table go at once on its user's screen whose box is ticked, when it is pressed.
  ///
  /// Those that are still there when what ``onTap`` asked for is answered are seen again: see `Table.removes(by:)`.
  ///
  /// ```swift
  /// clear.removes(ticked: \.isDone, in: table)
  /// clear.onTap = { … }                    // asks for those that are done to be removed
  /// ```
  ///
  /// - Parameters:
  ///   - box: The cell's checkbox. Another may be for a box that ticks all rows.
  ///   - table: The table, which nobody has seen yet. It has one such button.
  public func removes<Cell>(ticked box: KeyPath<Cell, Checkbox>, in table: Table<Cell>) {
    if let part = table.part(table.view(at: box)) { table.removesRows(tickedAt: part, by: self) }
  }

  /// Called when somebody presses it whose screen shows it still, though it was hidden because its time was up.
  private var onLateTap: (() -> Void)? { (parent as? Status)?.onLateTap }

  public override var allowedIntents: Set<IntentKind> { onTap == nil ? [] : [.tap] }

  override func allowsLate(_ intent: IntentKind) -> Bool {
    intent == .tap && onLateTap != nil && isEnabled && parent?.isReachable == true
  }

  public override func receive(_ intent: IntentKind, _ value: IntentValue) { (onLateTap ?? onTap)?() }
}

/// A link to another screen. It works without scripts and can be opened in a new tab.
///
/// One with a closure instead of a target does something here, like a ``Button``, and looks like a link.
public final class Link: View {
  /// Called when the user presses a link that leads nowhere else. Whether there is one, a page learns with the link: set it before that is
  /// shown. It may be replaced by another later.
  public var onTap: (() -> Void)?
  /// Called instead when that has selected the row it stands in, as the user's screen shows already.
  var onSelect: (() -> Void)?

  /// Makes a link.
  ///
  /// - Parameter target: The path of a route, such as `/todos/7`, or of one of the app's files; or that of a route behind a `#`,
  ///   `#/todos/7`, for an app whose addresses are to be of that form, which needs scripts; or a view on the same screen, `#notes`, by its
  ///   ``View/anchor(_:)``; or an address elsewhere that begins with `https://`, `http://`, `mailto:`, `tel:` or `sms:`. With any other,
  ///   as `javascript:`, it leads nowhere: its text is there, and can't be pressed.
  public init(_ text: String = "", to target: String = "", looks: Set<String> = []) {
    super.init(.link)
    self.text = text
    self.target = target
    self.looks = looks
  }

  /// Makes a link to a route.
  public convenience init(_ text: String = "", to path: Path, looks: Set<String> = []) {
    self.init(text, to: path.text, looks: looks)
  }

  /// What it says.
  public var text: String {
    get { self[text: .text] }
    set { self[text: .text] = newValue }
  }

  /// Where it leads.
  public var target: String {
    get { self[text: .target] }
    set {
      self[text: .target] = newValue
      self[text: .clientPart] = Anchor.isBehindHash(newValue) ? "hash" : ""
    }
  }

  /// Whether what it leads to is shown in a tab of its own.
  public var opensTab: Bool {
    get { setting(.attributes) == .attributes(["target": "_blank"]) }
    set { set(.attributes, .attributes(["target": newValue ? "_blank" : nil])) }
  }

  /// Whether it leads to the screen that it stands on.
  public var isCurrent: Bool {
    get { self[flag: .isCurrent] }
    set { self[flag: .isCurrent] = newValue }
  }

  public override var allowedIntents: Set<IntentKind> {
    if onTap == nil || !target.isEmpty { return [] }
    return onSelect == nil ? [.tap] : [.tap, .select]
  }

  public override func receive(_ intent: IntentKind, _ value: IntentValue) {
    if intent == .select { onSelect?() } else { onTap?() }
  }
}
