import Testing
import ViewKit

@Suite struct VisitorTests {
  @Test(arguments: [
    (["zh-Hans", "en"], "zh-Hans"), (["zh-hans"], "zh-Hans"), (["ZH-HANS"], "zh-Hans"), (["PT-br"], "pt"),
    (["de", "EN-gb"], "en"), (["de"], "en"), ([], "en"), ([""], "en"),
  ])
  func `is spoken to in a language that is offered, whichever letters it is said in`(wanted: [String], found: String) {
    #expect(Visitor(languages: wanted).language(from: ["en", "zh-Hans", "pt"]) == found)
  }

  @Test func `is spoken to in the main language where the app says that in large letters`() {
    #expect(Visitor(languages: ["de-at"]).language(from: ["en", "DE"]) == "DE")
  }
}
