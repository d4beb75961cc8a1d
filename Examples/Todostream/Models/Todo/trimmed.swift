/// Gives the text without NUL characters, and without white space and line breaks at its two ends.
///
/// Trims scalars rather than characters: a combining mark after a leading space is the user's and stays.
func trimmed(_ text: String) -> String {
  var scalars = String.UnicodeScalarView(text.unicodeScalars.lazy.filter { $0 != "\0" })[...]
  while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
  while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
  return String(scalars)
}

/// Whether anything of the text can be seen: zero-width spaces and control characters alone make no title.
func isVisible(_ text: String) -> Bool {
  text.unicodeScalars.contains { scalar in
    let properties = scalar.properties
    return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint && properties.generalCategory != .control
      && properties.generalCategory != .format
  }
}
