import EventLog
import EventStream
import Foundation
import Testing

@Suite struct `A hostile property list` {
  private static let deep = String(repeating: "<array>", count: 200_000)
  private static let ends = String(repeating: "</array>", count: 200_000)

  private func refusal(_ text: String) -> String? {
    #expect(throws: EventLogError.self) { try SessionExport(propertyList: Data(text.utf8)) }?.description
  }

  @Test(arguments: [
    "<!--" + ends + "-->", "<string><![CDATA[" + ends + "]]></string>", "<?x " + ends + "?>",
    "<string a=\"</array\">x</string>", ends,
    "<!DOCTYPE plist [<!ENTITY a \"" + ends + "\">]>",
  ])
  func `is refused wherever it hides that it is nested too deeply`(hiding: String) {
    let list = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>" + hiding + "<plist version=\"1.0\">" + Self.deep
    #expect(refusal(list)?.hasPrefix("it can't be imported: ") == true)
  }

  @Test(arguments: [
    ("<?xml version=\"1.0\" encoding=\"UTF-7\"?>", "it isn't in UTF-8"),
    ("<?xml version=\"1.0\"?><?xml encoding=\"UTF-16\"?>", "processing instructions aren't read"),
    ("<?xml version=\"1.0\"?></dict><dict>", "an end stands before its beginning"),
    ("<?xml version=\"1.0\"?><dict", "a tag has no end"),
    ("<?xml version=\"1.0\"?><!-- a --><plist/>", "comments, CDATA and entities aren't read"),
    ("<?xml version=\"1.0\"?><!ELEMENT a><plist/>", "a declaration of another kind"),
  ])
  func `is refused with what is wrong`(text: String, reason: String) {
    #expect(refusal(text)?.contains(reason) == true)
  }
}
