/// What can be set on a view, as a renderer sees it.
///
/// Views offer these under typed names of their own, such as ``Label/text``; storing them alike lets one mechanism
/// record, compare and replay every change.
public enum Property: UInt8, Sendable, CaseIterable, Codable {
  /// The visible text.
  case text
  /// The accessible name, where it isn't the text.
  case name
  /// The content of an input, as text.
  case value
  /// Whether a checkbox or radio is on.
  case isChecked
  /// Whether the view, with all in it, is gone from the screen.
  case isHidden
  /// Whether the view can't be used.
  case isDisabled
  /// Whether what the view shows is on its way.
  case isBusy
  /// Whether nothing in the view can be used or focused, while something lies over it.
  case isInert
  /// Whether an input's content is wrong.
  case isInvalid
  /// Looks, separated by spaces.
  case looks
  /// A hint in an empty input.
  case placeholder
  /// Where a link leads.
  case target
  /// The id of the view that describes this one.
  case describedBy
  /// The id of the view whose content this one chooses.
  case controls
  /// The greatest number of characters an input takes.
  case maximumLength
  /// The least date or number an input takes, in its own text form.
  case minimum
  /// The heading's level, 1 to 6.
  case level
  /// Whether the view gets the focus when it comes on screen.
  case takesFocus
  /// Whether an input empties itself when it is submitted.
  case clearsOnSubmit
  /// Whether a link leads to the screen that it stands on.
  case isCurrent
  /// Whether a row is selected; set, on or off, on rows that can be.
  case isSelected
  /// Whether several rows can be selected.
  case isMultiple
  /// The parts of the client that the view needs, separated by spaces.
  case clientPart
  /// Where the rows of a large table stand among all: count, first row, row height, row to jump to, number of the jump.
  case window
  /// The greatest date or number an input takes, in its own text form.
  case maximum
  /// The distance between the numbers an input takes, in its own text form, or `any`.
  case step
  /// Where an image comes from: a path of this server.
  case source
  /// An image's width in pixels.
  case width
  /// An image's height in pixels.
  case height
  /// How a grid divides its width.
  case columns
  /// Whether what can be folded away is shown.
  case isOpen
  /// What an element of one's own is.
  case tag
  /// What an element of one's own carries.
  case attributes
  /// Which kinds of files an input takes, separated by commas.
  case accept
  /// A name of its own in the document; see ``View/anchor(_:)``.
  case anchor
  /// The input that a label is for: the number of its view, or its anchor.
  case labelled
  /// The look that what is around a label gets while an input stands in its place.
  case editingLook
  /// Whether an input is shown only while it stands in a label's place.
  case isEditor
  /// Whether a checkbox of a row is ticked by one that is for all rows.
  case isTickedWithAll
  /// Whether a button removes its row, or those of the table that it controls whose boxes are ticked, when it is pressed; or an input when
  /// it is emptied.
  case removesRows
  /// The look that the row of a link gets, and those beside it lose, when the link is pressed.
  case selectingLook
  /// The numbers of acts of its user's that aren't answered, on a checkbox that ticks those of rows: such as `5-9 12`.
  case unanswered
  /// Whether something must be entered, or chosen.
  case isRequired
  /// Whether the page takes away the white space around what is entered in a label's place.
  case trims
  /// Whether a row goes when the button is pressed that removes all in which this box is ticked.
  case isRemovedWhenTicked
}

extension Property {
  /// Whether a user's click sets it on the user's own screen, before the app says anything.
  var isUsers: Bool { self == .isChecked }

  /// Whether it is what a user enters, and finds entered.
  var isContent: Bool { self == .value || self == .isChecked }

  /// Whether a user who sees it waits, or can do nothing.
  var isObstacle: Bool { self == .isBusy || self == .isHidden || self == .isDisabled || self == .isInert }
}

/// What a property holds.
public enum PropertyValue: Sendable, Hashable, Codable {
  /// Text.
  case text(String)
  /// On or off.
  case flag(Bool)
  /// A number.
  case number(Int)
  /// Text with emphasis, code and links in it.
  case markup(Markup)
  /// Attributes by name; `nil` for one that was there and no longer is.
  case attributes([String: String?])
}
