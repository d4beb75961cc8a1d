extension String {
  /// Without blanks around it.
  var trimmedText: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
