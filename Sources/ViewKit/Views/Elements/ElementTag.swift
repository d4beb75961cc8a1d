/// What an ``Element`` is: the name of an element that a browser may be given without danger.
public struct ElementTag: Sendable, Hashable {
  /// The name, in small letters.
  public let name: String

  /// Checks a name.
  ///
  /// - Parameter name: A name of HTML such as `figure`, or one of your own such as `my-clock`.
  /// - Throws: ``ElementRefusal`` if it is no name, or names what could run scripts, load documents or change the page, or what
  ///   there is a view for.
  public init(_ name: String) throws(ElementRefusal) {
    let bytes = Array(name.utf8)
    guard let first = bytes.first, (97...122).contains(first), bytes.count <= 40,
      bytes.allSatisfy({ (97...122).contains($0) || (48...57).contains($0) || $0 == 45 })
    else { throw .notAName(name) }
    if Self.dangerous.contains(name) { throw .dangerous(name) }
    if let view = Self.views[name] { throw .hasAView(name, view: view) }
    self.name = name
  }

  private init(known name: String) { self.name = name }

  private static let dangerous: Set<String> = [
    "animate", "animatemotion", "animatetransform", "applet", "area", "base", "body", "embed", "fencedframe",
    "foreignobject", "frame", "frameset", "head", "html", "iframe", "image", "link", "listing", "math", "meta",
    "noembed",
    "noframes", "noscript", "object", "param", "plaintext", "portal", "script", "set", "slot", "source", "style", "svg",
    "template", "title", "track", "use", "xmp",
  ]
  private static let views = [
    "a": "Link", "button": "Button", "caption": "DataTable", "col": "DataTable", "colgroup": "DataTable",
    "details": "Disclosure", "dialog": "AlertDialog", "form": "Form", "img": "Image", "input": "TextInput",
    "label": "Field", "optgroup": "Select", "option": "Select", "progress": "Progress", "select": "Select",
    "summary": "Disclosure", "table": "DataTable", "tbody": "DataTable", "td": "DataTable", "textarea": "TextInput",
    "tfoot": "DataTable", "th": "DataTable", "thead": "DataTable", "tr": "DataTable",
  ]

  /// A part that means nothing by itself.
  public static let division = ElementTag(known: "div")
  /// A stretch of text that means nothing by itself.
  public static let span = ElementTag(known: "span")
  /// Something said beside the main thing.
  public static let aside = ElementTag(known: "aside")
  /// Words of another.
  public static let blockquote = ElementTag(known: "blockquote")
  /// Code in a line of text.
  public static let code = ElementTag(known: "code")
  /// A list of terms and what they mean; of ``term`` and ``meaning``.
  public static let terms = ElementTag(known: "dl")
  /// A term of ``terms``.
  public static let term = ElementTag(known: "dt")
  /// What a term of ``terms`` means.
  public static let meaning = ElementTag(known: "dd")
  /// A picture or a listing that the text refers to.
  public static let figure = ElementTag(known: "figure")
  /// What a ``figure`` shows, in words.
  public static let caption = ElementTag(known: "figcaption")
  /// The foot of a screen.
  public static let footer = ElementTag(known: "footer")
  /// A key to press.
  public static let key = ElementTag(known: "kbd")
  /// Links to the parts of an app.
  public static let navigation = ElementTag(known: "nav")
  /// A paragraph.
  public static let paragraph = ElementTag(known: "p")
  /// Text whose line breaks and spaces count, such as a listing.
  public static let preformatted = ElementTag(known: "pre")
  /// A part of a screen that has a heading.
  public static let section = ElementTag(known: "section")
  /// A point in time.
  public static let time = ElementTag(known: "time")
}
