extension Controller {
  /// The address of the screen that is shown.
  public var path: Path { stage?.path ?? Path("/") }

  /// The screens under this one, the lowest first: what a trail of links leads back through. Each with the address that it was left at;
  /// one whose address leads on to this one's, by ``ScreenRoute/starting(at:)``, is passed over.
  public var trail: [(title: String, path: Path)] { stage?.trail(under: self) ?? [] }

  /// A link to the screen under this one, called by its title; `nil` if there is none.
  ///
  /// Followed by who came from there, it goes back in the history, as the browser's own button does.
  public var backLink: Link? {
    trail.last.map { below in
      let link = Link(below.title, to: below.path)
      link.looks = ["back"]
      return link
    }
  }

  /// Shows the screen of another route, as a new entry of the browser's history.
  ///
  /// A screen that is under this one is found as it was left; one further down the path comes over this one.
  public func go(to path: Path) { stage?.go(to: path, .push(path.text)) }

  /// Shows the screen of another route, such as `/todos/7`, as a new entry of the browser's history.
  public func go(to path: String) { go(to: Path(path)) }

  /// Shows the screen of another route under the history's present entry: going back doesn't lead here.
  public func replace(with path: Path) { stage?.go(to: path, .replace(path.text)) }

  /// Has the address of this screen ask for something else behind `?`, under the history's present entry. The screen stays as it is:
  /// an address that says what is shown can be kept, sent to somebody, and loaded again.
  ///
  /// Browsers refuse to change an address many times a second: say it when something rests. Where the path leads to another
  /// screen, or another screen is shown than that of this controller, nothing changes.
  public func replaceAddress(with path: Path) { stage?.replaceAddress(with: path, by: self) }

  /// Goes back to the screen under this one, if there is one.
  ///
  /// Whoever came from there goes back in the browser's history, as by its own button. Who came from elsewhere, by a
  /// bookmark say, finds it in this screen's place. So the history never grows by going back.
  public func pop() { if let below = trail.last { stage?.go(to: below.path, .back(below.path.text)) } }

  /// Tells the user something that must be read before going on.
  ///
  /// It lies over whatever is shown, also over screens that are gone to meanwhile, until the user presses its button.
  /// Others wait until it is gone, and come in order; one that says the same as one that hasn't been read is left out.
  ///
  /// - Parameter button: What its button says.
  public func alert(_ title: String, _ message: String, button: String = "OK") {
    stage?.layers.alert(title, message, button: button)
  }

  /// Moves the user's focus to a view.
  public func focus(_ view: View) { stage?.tree.moveFocus(to: view) }
}
