/// An input that takes text.
public final class TextInput: View {
  /// Called as the user types, at rest, with the whole content.
  public var onChange: ((String) -> Void)?
  /// Called when the user presses Enter, with the whole content.
  public var onSubmit: ((String) -> Void)?
  /// What the user of a ``Field`` is told of half a date; in English unless given.
  public var words = "Enter a whole date."
  private var submitted = ""
  private var submissions: [Submission] = []
  private weak var label: InputLabel?

  /// A single line.
  ///
  /// - Parameters:
  ///   - name: What screen readers call it; nobody sees it. For words on the screen put it into a ``Field``, or an ``InputLabel``
  ///     beside it.
  ///   - placeholder: What stands in it while it is empty: an example, and no label, for it goes when something is typed.
  ///   - purpose: Which of the user's own it asks for, if it does. Browsers fill in nothing unless given: they would do so in rows
  ///     that are others by then.
  ///   - takesFocus: Whether it gets the focus when it comes on screen.
  public static func line(
    _ name: String = "", placeholder: String = "", purpose: InputPurpose? = nil, takesFocus: Bool = false
  ) -> TextInput {
    let input = TextInput(.textField, name, placeholder)
    input.serve(purpose)
    input.takesFocus = takesFocus
    return input
  }
  /// A single line to search by.
  ///
  /// - Parameter name: What screen readers call it; nobody sees it. For words on the screen put it into a ``Field``, or an
  ///   ``InputLabel`` beside it.
  public static func search(_ name: String = "", placeholder: String = "") -> TextInput {
    TextInput(.searchField, name, placeholder)
  }
  /// A password: a single line that nobody can read over the user's shoulder, and that is neither recorded nor told to anybody.
  ///
  /// - Parameters:
  ///   - name: What screen readers call it; nobody sees it. For words on the screen put it into a ``Field``, or an ``InputLabel``
  ///     beside it.
  ///   - purpose: ``InputPurpose/newPassword`` where one is chosen; the one that the user signs in with unless given.
  public static func password(
    _ name: String = "", placeholder: String = "", purpose: InputPurpose? = nil
  ) -> TextInput {
    let input = TextInput(.passwordField, name, placeholder)
    input.serve(purpose)
    input.isPrivate = true
    return input
  }
  /// Several lines; Enter begins a new one.
  ///
  /// - Parameter name: What screen readers call it; nobody sees it. For words on the screen put it into a ``Field``, or an
  ///   ``InputLabel`` beside it.
  public static func area(_ name: String = "", placeholder: String = "") -> TextInput {
    TextInput(.textArea, name, placeholder)
  }
  /// A date, as `2026-11-21`. Half a date is `?`, which a ``Field`` refuses.
  ///
  /// - Parameters:
  ///   - name: What screen readers call it; nobody sees it. For words on the screen put it into a ``Field``, or an ``InputLabel``
  ///     beside it.
  ///   - earliest: The first day that browsers offer; any unless given.
  public static func date(_ name: String = "", earliest: String = "") -> TextInput {
    let input = TextInput(.dateField, name, "")
    input.needClientPart("dates")
    input[text: .minimum] = earliest
    // Otherwise browsers let years have six digits.
    input[text: .maximum] = "9999-12-31"
    return input
  }

  private init(_ kind: ViewKind, _ name: String, _ placeholder: String) {
    super.init(kind)
    self.name = name
    self[text: .placeholder] = placeholder
  }

  private func serve(_ purpose: InputPurpose?) {
    guard let purpose else { return }
    var attributes: [String: String?] = ["autocomplete": purpose.rawValue]
    if let keyboard = purpose.keyboard { attributes["inputmode"] = keyboard }
    set(.attributes, .attributes(attributes))
  }

  /// What it holds. What the user types arrives here; what is set here replaces what the user sees.
  public var text: String {
    get { self[text: .value] }
    set { self[text: .value] = newValue }
  }

  /// Whether it empties itself when it is submitted, ready for the next.
  public var clearsOnSubmit: Bool {
    get { self[flag: .clearsOnSubmit] }
    set { self[flag: .clearsOnSubmit] = newValue }
  }

  /// What was submitted.
  ///
  /// While a request's answer is observed, it is what that request was made for, whatever has been submitted since; otherwise what
  /// was submitted last.
  public var submission: String {
    let answered = tree?.answeredRequest()
    return submissions.last { answered.map($0.requests.contains) == true }?.text ?? submitted
  }

  /// Gives back what was submitted, the ``submission``, since it wasn't taken; unless something else is being typed already.
  /// So say also in another way what wasn't taken.
  public func restore() {
    if text.isEmpty { text = submission }
  }

  /// Puts the input in a label's place while the label's text is edited: from a double click on the label, or the key F2 on what
  /// else of its row has the focus, until Enter, or the end of the focus, which submit it, or until Escape, which doesn't. After
  /// F2 either key gives the focus back.
  ///
  /// The browser does this by itself, at once; the app hears of it by ``onSubmit``, if the text is another afterwards. Meanwhile
  /// nothing replaces what is typed. Until what the app asks for then is answered, the label shows what was entered.
  ///
  /// Call it before the input stands anywhere. One that isn't in a row of a table needs a ``Table`` all the same: a list of one.
  ///
  /// - Parameters:
  ///   - label: What is double-clicked. Give the input the same text.
  ///   - look: The look that the innermost view around both has meanwhile, in addition to its own. The style sheet shows the
  ///     input under it, and hides what it replaces.
  ///   - trims: Whether the page takes away the white space around what is entered, as `trim()` of JavaScript does, before it shows it and
  ///     tells it. Where the app takes it away, who edits the label again before the answer goes on from what it is going to say. The app
  ///     takes it away all the same: pages can be made to say anything.
  public func stands(for label: InputLabel, look: String = "editing", trims: Bool = false) {
    self[flag: .isEditor] = true
    self[flag: .trims] = trims
    label[text: .editingLook] = look
    self.label = label
  }

  override func echoes(of intent: IntentKind, _ value: IntentValue) -> [Echo] {
    guard intent == .submit else { return super.echoes(of: intent, value) }
    guard let label else { return [Echo(view: self, property: .value, value: clearsOnSubmit ? nil : value.asProperty)] }
    return [
      Echo(view: self, property: .value, value: .entered), Echo(view: label, property: .text, value: .entered),
    ]
  }

  public override var allowedIntents: Set<IntentKind> { onSubmit == nil ? [.change] : [.change, .submit] }

  public override func receive(_ intent: IntentKind, _ value: IntentValue) throws(IntentRefusal) {
    guard case .text(let text) = value else { throw .wrongValue(expected: "text") }
    guard text.utf8.count <= Self.greatestSize else {
      throw .wrongValue(expected: "at most \(Self.greatestSize) bytes")
    }
    // The user's screen shows this already; sending it back would disturb who types on.
    setQuietly(.value, text.isEmpty ? nil : .text(text))
    if intent == .change {
      onChange?(text)
    } else {
      submitted = text
      if clearsOnSubmit { setQuietly(.value, nil) }
      onSubmit?(text)
    }
  }

  /// Keeps what was submitted last for as long as one of these requests, which were made because of it, isn't answered.
  func keepSubmission(for requests: Set<UInt64>) {
    submissions.removeAll { tree?.isWaiting($0.requests) != true }
    // What nobody may read isn't given back but where it is the last.
    if !requests.isEmpty, !isPrivate { submissions.append(Submission(text: submitted, requests: requests)) }
  }

  override var keptByView: KeptByView? {
    if submitted.isEmpty || isPrivate { return nil }
    let waiting = submissions.filter { tree?.isWaiting($0.requests) == true }
    return KeptByView(submitted: submitted, submissions: waiting.isEmpty ? nil : waiting)
  }

  override func takeBack(_ own: KeptByView) {
    submitted = isPrivate ? "" : own.submitted ?? ""
    submissions = isPrivate ? [] : own.submissions ?? []
  }

  override func emptyWithheld() -> Bool {
    if isPrivate, submitted == withheldText { submitted = "" }
    return super.emptyWithheld()
  }

  /// What was submitted, with the requests that were made because of it.
  struct Submission: Sendable, Codable, Equatable {
    let text: String
    let requests: Set<UInt64>
  }

  /// What is wrong with what is typed: a date of which some is missing, or whose year has more than four digits.
  public var refusal: String? {
    guard kind == .dateField else { return nil }
    let length = text.utf8.count
    return length == 0 || length == Self.dateLength ? nil : words
  }

  private static let dateLength = "2026-11-21".utf8.count

  /// Bytes: room for the longest notes in any script, and less than a message may have. Pages are told, and cut what is longer.
  package static let greatestSize = 480_000
}
