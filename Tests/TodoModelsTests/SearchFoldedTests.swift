import Testing
import TodoModels

@Suite struct SearchFoldedTests {
  @Test(arguments: [
    ("Ångström", "angstrom"), ("STRASSE", "strasse"), ("Straße", "strasse"), ("ΟΔΟΣ", "οδοσ"), ("Οδός", "οδοσ"),
    ("İstanbul", "istanbul"), ("ﬁn", "fin"), ("Ａ", "a"), ("שָׁלוֹם", "שלום"), ("مُحَمَّد", "محمد"), ("が", "か\u{3099}"),
    ("❤️", "❤"), ("👨‍👩‍👧", "👨👩👧"), ("a\0b", "ab"), ("Ǆ", "dz"), ("a\u{200f}b", "ab"), ("ẞ", "ss"), ("ŉ", "ʼn"),
    ("ᾳ", "α"), ("ᾠδή", "ωδη"),
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

  @Test func `marks without end are folded in no time, and the same as before once more`() {
    let texts = [
      "a" + String(repeating: "\u{301}\u{323}", count: 65_536),
      "ก" + String(repeating: "\u{e38}\u{e48}", count: 43_690),
      String(repeating: "\u{344}", count: 131_072), String(repeating: "\u{f73}\u{f71}", count: 43_690),
    ]
    for text in texts {
      var folded = ""
      let time = ContinuousClock().measure { folded = searchFolded(text) }
      #expect(time < .seconds(5), "\(text.prefix(1)): \(time)")
      #expect(searchFolded(folded).unicodeScalars.elementsEqual(folded.unicodeScalars))
    }
  }

  @Test func `a letter keeps thirty marks`() {
    let text = "ก" + String(repeating: "\u{e38}", count: 31)
    #expect(searchFolded(text).unicodeScalars.count == 31)
    #expect(searchFolded(text + "ข" + String(repeating: "\u{e38}", count: 2)).unicodeScalars.count == 34)
  }
}
