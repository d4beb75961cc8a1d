import Testing
import TodoModels

@Suite struct SearchFoldedTests {
  @Test(arguments: [
    ("Ångström", "angstrom"), ("STRASSE", "strasse"), ("Straße", "strasse"), ("ΟΔΟΣ", "οδοσ"), ("Οδός", "οδοσ"),
    ("İstanbul", "istanbul"), ("ﬁn", "fin"), ("Ａ", "a"), ("שָׁלוֹם", "שלום"), ("مُحَمَّد", "محمد"), ("が", "か\u{3099}"),
    ("❤️", "❤"), ("👨‍👩‍👧", "👨👩👧"), ("a\0b", "ab"), ("Ǆ", "dz"), ("a\u{200f}b", "ab"), ("ẞ", "ss"), ("ŉ", "ʼn"),
  ])
  func `what a search overlooks is folded away`(text: String, folded: String) {
    #expect(Array(searchFolded(text).unicodeScalars) == Array(folded.unicodeScalars))
  }

  @Test func `folding twice changes nothing for any scalar of the first two planes`() {
    let changing = (UInt32(0)...0x1FFFF).lazy.compactMap(Unicode.Scalar.init).filter { scalar in
      let once = searchFolded(String(scalar))
      return !searchFolded(once).unicodeScalars.elementsEqual(once.unicodeScalars)
    }
    #expect(Array(changing.prefix(5)) == [])
  }

  @Test func `letters of Indic and Thai scripts keep their vowels`() {
    #expect(searchFolded("कु") != searchFolded("क"))
    #expect(searchFolded("กุ") != searchFolded("ก"))
  }
}
