internal import Foundation

/// Gives the text with everything a search overlooks taken away: case, diacritics, width and invisible characters.
///
/// `"Ångström"` becomes `"angstrom"`, `"STRASSE"` and `"Straße"` both `"strasse"`, `"ｶ"` and `"カ"` the same. The vowel
/// signs of Hebrew and Arabic go; those of Indic and Thai scripts, and the voicing of kana, are letters and stay: the
/// first 30 of them behind a letter, which is more than any writing has. White space stays too. The result has no case,
/// no language, and folding it again changes nothing.
///
/// Takes time in proportion to the text, whatever it is.
///
/// The database keeps folded texts, so another folding needs a migration that folds them anew.
public func searchFolded(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0 }) { return text.lowercased() }
  // By way of upper case, since "ß" and "SS", "ς" and "σ" only meet there ("ẞ" comes to it by way of lower case). Upper
  // case composes some marks anew, hence decomposing twice.
  var upper = SearchedScalars()
  for scalar in SearchedScalars(text.unicodeScalars).decomposed where !isOverlooked(scalar) {
    for lower in scalar.properties.lowercaseMapping.unicodeScalars {
      upper.append(contentsOf: lower.properties.uppercaseMapping.unicodeScalars)
    }
  }
  var folded = SearchedScalars()
  for scalar in upper.decomposed { folded.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars) }
  return folded.text
}

/// The text that is searched: line by line, so that no word runs from the title into the notes.
func searchText(title: String, notes: String) -> String {
  searchFolded(title) + "\n" + searchFolded(notes)
}

/// A text without what a search overlooks.
private struct SearchedScalars {
  /// What the format for texts that come in a stream allows too (UAX #15): marks behind one letter are put in order, and
  /// that takes the square of their number.
  private static let mostMarks = 30

  private var scalars = String.UnicodeScalarView()
  /// How many marks the last letter has.
  private var marks = 0

  init() {}

  init(_ scalars: String.UnicodeScalarView) { append(contentsOf: scalars) }

  var text: String { String(scalars) }

  /// Its scalars in the form that says most of them by others.
  var decomposed: String.UnicodeScalarView { text.decomposedStringWithCompatibilityMapping.unicodeScalars }

  mutating func append(contentsOf more: String.UnicodeScalarView) {
    for scalar in more where !isOverlooked(scalar) {
      marks = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : marks + 1
      if marks <= Self.mostMarks { scalars.append(scalar) }
    }
  }
}

private func isOverlooked(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.value < 0x80 { return scalar == "\0" }
  let properties = scalar.properties
  if properties.isDefaultIgnorableCodePoint { return true }
  guard properties.generalCategory == .nonspacingMark else { return false }
  // 1: overlays; 10…36: the points of Hebrew, Arabic and Syriac; 200 and above: marks below, above and around letters.
  // Left alone: 0 and 6…9 (vowel signs, nukta, kana voicing, virama) and 84…199 (vowel signs of Telugu, Thai, Lao, Tibetan).
  switch properties.canonicalCombiningClass.rawValue {
  case 1, 10...36, 200...: return true
  default: return false
  }
}
