internal import Foundation

/// Gives the text with everything a search overlooks taken away: case, diacritics, width and invisible characters.
///
/// `"Ångström"` becomes `"angstrom"`, `"STRASSE"` and `"Straße"` both `"strasse"`, `"ｶ"` and `"カ"` the same. The vowel
/// signs of Hebrew and Arabic go; those of Indic and Thai scripts, and the voicing of kana, are letters and stay.
/// White space stays too. The result has no case, no language, and folding it again changes nothing.
///
/// The database keeps folded texts, so another folding needs a migration that folds them anew.
public func searchFolded(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0 }) { return text.lowercased() }
  // By way of upper case, since "ß" and "SS", "ς" and "σ" only meet there ("ẞ" comes to it by way of lower case). Upper
  // case composes some marks anew, hence decomposing twice.
  var upper = String.UnicodeScalarView()
  for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars where !isOverlooked(scalar) {
    for lower in scalar.properties.lowercaseMapping.unicodeScalars {
      upper.append(contentsOf: lower.properties.uppercaseMapping.unicodeScalars)
    }
  }
  var folded = String.UnicodeScalarView()
  for scalar in String(upper).decomposedStringWithCompatibilityMapping.unicodeScalars where !isOverlooked(scalar) {
    folded.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars.lazy.filter { !isOverlooked($0) })
  }
  return String(folded)
}

/// The text that is searched: line by line, so that no word runs from the title into the notes.
func searchText(title: String, notes: String) -> String {
  searchFolded(title) + "\n" + searchFolded(notes)
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
