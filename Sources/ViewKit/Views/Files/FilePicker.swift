/// Lets the user hand over files, chosen or dropped, shows how far they are, and lets them be called off on the way.
///
/// It stands anywhere but in the rows of a table, which share one cell: put it beside the table, or into a dialog.
///
/// ```swift
/// let photo = FilePicker("Photo", FileLimits(size: 5_000_000, types: ["image/*"]))
/// photo.onPick = { [unowned self] file in send(AlbumEvent.requestKeep(file.path)) }
/// ```
public final class FilePicker: View {
  /// Called when a file has arrived whole.
  public var onPick: ((UploadedFile) -> Void)?
  /// Called when the user has taken a file away again, or, where there may be one only, has put another in its place. It stays where it is
  /// until the session ends, and takes room until then, unless the app removes it, or has moved it elsewhere.
  public var onRemove: ((UploadedFile) -> Void)?
  /// What the user is told of a file that isn't taken; in English unless given.
  public var words: (FileProblem) -> String = { $0.description }
  /// Which files it takes.
  public let limits: FileLimits
  /// The files that have arrived and haven't been taken away, in the order of their coming.
  public private(set) var files: [UploadedFile] = []
  /// Why one of the files that were chosen last wasn't taken, the latest reason of several; `nil` if all were.
  public var problem: FileProblem? { problems.last }
  /// Why files weren't taken since some were chosen anew, each reason once: of several that are chosen together, each may have its own.
  private var problems: [FileProblem] = [] { didSet { tellProblems() } }

  private let input = View(.fileInput)
  private let bar = Progress("")
  private let cancel: Button
  /// Whether the user has called off what is on its way: that it doesn't arrive whole is no news then.
  private var isCancelled = false
  /// Whether the page has given up one of those that were chosen together: that another arrives doesn't mend it.
  private var isOneLost = false
  private let list = List.plain()
  private let error = ErrorLabel()
  private let removal: (String) -> String

  /// Makes a picker.
  ///
  /// - Parameters:
  ///   - name: What screen readers call it; nobody sees it. For words on the screen put it into a ``Field``.
  ///   - limits: Which files it takes.
  ///   - cancel: What the button says that calls off what is on its way.
  ///   - removal: What the button says that takes a file with this name away again.
  public init(
    _ name: String = "", _ limits: FileLimits = FileLimits(), cancel: String = "Cancel",
    removal: @escaping (String) -> String = { "Remove \($0)" }
  ) {
    self.cancel = Button(cancel, looks: ["quiet", "cancel"])
    self.limits = limits
    self.removal = removal
    super.init(.filePicker)
    input[flag: .isMultiple] = limits.count > 1
    input[number: .maximumLength] = limits.size
    input[text: .accept] = limits.types.joined(separator: ",")
    // The page shows them while something is on its way.
    bar.isHidden = true
    self.cancel.isHidden = true
    list.isHidden = true
    add(input, Stack.row(bar, self.cancel, looks: ["coming"]), error, list)
    self.name = name
  }

  public override var name: String {
    get { input.name }
    set {
      input.name = newValue
      bar.name = newValue
    }
  }

  /// Forgets what has arrived, for instance when it has been put away.
  public func clear() {
    files = []
    forgetProblems()
    showFiles()
  }

  /// What may come now; `nil` if nothing may. What is chosen goes on its way while a dialog lies over it, or another tab is shown.
  override var fileLimits: FileLimits? { input.isEnabled && canBeUncovered ? limits : nil }

  /// A file that was allowed when it began to come is taken whatever has become of the picker meanwhile.
  override func allowsLate(_ intent: IntentKind) -> Bool { intent == .change }

  public override var allowedIntents: Set<IntentKind> { [.change] }

  public override func receive(_ intent: IntentKind, _ value: IntentValue) throws(IntentRefusal) {
    switch value {
    case .fileChoice: forgetProblems()
    case .file(let file):
      guard limits.problem(name: file.name, type: file.type, size: file.size, beside: files.count) == nil else {
        throw .wrongValue(expected: "a file within the limits")
      }
      // This one had been cut off before, and has come again.
      if !isOneLost { problems.removeAll { $0 == .cutOff } }
      isCancelled = false
      let replaced = limits.count == 1 ? files : []
      files = limits.count == 1 ? [file] : files + [file]
      showFiles()
      for file in replaced { onRemove?(file) }
      onPick?(file)
    case .fileProblem(.cutOff) where isCancelled: isCancelled = false
    case .fileProblem(let problem): note(problem)
    // The page has tried again and again.
    case .flag(true):
      isOneLost = true
      note(.cutOff)
    case .flag(false):
      isCancelled = isOneLost || problem != .cutOff
      forgetProblems()
    default: throw .wrongValue(expected: "a file, posted to the address for files, or no more of it")
    }
  }

  private func note(_ problem: FileProblem) { problems = problems.filter { $0 != problem } + [problem] }

  private func forgetProblems() {
    isOneLost = false
    problems = []
  }

  private func tellProblems() {
    error.text = problems.map(words).joined(separator: " ")
    describe()
  }

  /// Screen readers are told by a number what is wrong: with a file, or else by the rules of the field around it.
  func describe() {
    let field = enclosingField
    let told = problem != nil ? error : field?.problem != nil ? field?.error : nil
    input[flag: .isInvalid] = told != nil
    input[number: .describedBy] = told.flatMap { $0.id == 0 ? nil : $0.id }
  }

  override func didJoinTree() { describe() }

  private func showFiles() {
    while list.count > 0 { list.remove(at: 0) }
    for file in files {
      let button = Button("×", looks: ["quiet"]) { [unowned self] in remove(file) }
      button.name = removal(file.name)
      list.append(Stack.row(Label(file.name), Label(Self.text(ofSize: file.size), looks: ["size"]), button))
    }
    list.isHidden = files.isEmpty
  }

  private func remove(_ file: UploadedFile) {
    files.removeAll { $0 == file }
    // There is room for another now.
    problems.removeAll { $0 == .tooMany(limit: limits.count) }
    showFiles()
    onRemove?(file)
  }

  /// A number of bytes as people say it, for words of one's own: 12 kB, 3.4 MB.
  public static func text(ofSize size: Int) -> String {
    if size < 1000 { return "\(size) B" }
    let (unit, divisor) = size < 1_000_000 ? ("kB", 1000.0) : size < 1_000_000_000 ? ("MB", 1e6) : ("GB", 1e9)
    let tenths = (Double(size) / divisor * 10).rounded() / 10
    return "\(tenths < 10 ? tenths.fieldText : tenths.rounded().fieldText) \(unit)"
  }
}

extension FilePicker: FieldInput {
  /// The files that it has.
  public var entry: [UploadedFile] { files }
  /// The input in it.
  public var control: View { input }
}

extension FieldRule where Entry == [UploadedFile] {
  /// A file must be handed over.
  public static func required(_ words: String) -> FieldRule { FieldRule(words) { !$0.isEmpty } }
}

extension ViewTree {
  /// Which files may come to a view now; `nil` if none may.
  public func fileLimits(of id: Int) -> FileLimits? { view(id)?.fileLimits }
}
