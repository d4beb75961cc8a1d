import Foundation
import Testing
import ViewKit

@testable import WebServer

@Suite struct ClientMessageTests {
  @Test(arguments: [
    (#"["a",9007199254740992]"#, true), (#"["q"]"#, true), (#"["i",1,12,"t"]"#, false), (#"["h","a"]"#, false),
    (#"["q",                                 ]"#, false), ("", false),
  ])
  func `what is about the connection is told by how it begins`(text: String, isUpkeep: Bool) {
    #expect(ClientMessage.isUpkeep(text.utf8) == isUpkeep)
  }

  func read(_ text: String) throws -> ClientMessage { try ClientMessage(Array(text.utf8)) }

  @Test func `every message a page sends is read`() throws {
    #expect(try read(#"["h","s","t",4]"#) == .hello(session: "s", token: "t", sequence: 4))
    #expect(try read(#"["a",4]"#) == .acknowledge(4))
    #expect(try read(#"["i",1,5,"t"]"#) == .intent(number: 1, Intent(.view(5), .tap)))
    #expect(try read(#"["i",2,5,"c","x"]"#) == .intent(number: 2, Intent(.view(5), .change, .text("x"))))
    #expect(
      try read(#"["i",3,[5,6,7],"c",true]"#)
        == .intent(number: 3, Intent(.row(table: 5, key: 6, part: 7), .change, .flag(true))))
    #expect(try read(#"["p",5,"x"]"#) == .privateContent(Intent(.view(5), .change, .text("x"))))
    #expect(
      try read(#"["p",[5,6,7],""]"#) == .privateContent(Intent(.row(table: 5, key: 6, part: 7), .change, .text(""))))
    #expect(try read(#"["p"]"#) == .endOfPrivateContent)
    #expect(try read(#"["i",4,0,"v","/a?b",1]"#) == .visit(number: 4, path: "/a?b", isBack: true))
  }

  @Test(arguments: [
    "", "{}", "[]", "null", "[1]", #"["x"]"#, #"["h"]"#, #"["h",1,2,3]"#, #"["i"]"#, #"["p",5]"#, #"["p",5,true]"#,
    #"["p","x"]"#, #"["i","1",5,"t"]"#,
    #"["i",1,"5","t"]"#, #"["i",1,5,"z"]"#, #"["i",1,5.5,"t"]"#, #"["i",1,[1,2],"t"]"#, #"["i",1,5,"c",{}]"#,
    #"["i",1,5,"c",null]"#, #"["i",1,0,"v","x",0]"#, #"["i",1,0,"v","/a b",0]"#, #"["i",1,0,"v","/\u0000",0]"#,
    #"["i",99999999999999999999,5,"t"]"#, #"["i",9223372036854775807,5,"t"]"#,
    #"["i",9223372036854775807,0,"v","/",0]"#, "[\"i\",1,5,\"t\"", "\u{0}", String(repeating: "[", count: 10_000),
    #"["a",4,5]"#, #"["a",4]]"#, #"["a",4]["a",5]"#, #"["a",,4]"#, #"["a",4,]"#, #"["a" 4]"#, #"[,"a",4]"#,
    #"["a",+-4]"#, #"["a",4e0]"#,
    #"["i",1,[1,2,3,4],"t"]"#, #"["i",1,[1,2,3,"t"]"#, #"["i",1,[[1],2,3],"t"]"#, #"["i",1,5,"p",0]"#,
  ]) func `everything else is refused`(text: String) {
    #expect(throws: MalformedMessage.self) { try read(text) }
  }

  @Test func `texts are as their page wrote them`() throws {
    let texts = [
      "", " ", "a\"b\\c/d", "\n\r\t\u{8}\u{C}\u{0}\u{1F}", "é 中文 👩‍👩‍👧 e\u{301}", "\u{10FFFF}\u{FFFD}\u{2028}", "[\"i\",1]",
    ]
    for text in texts {
      for encoder in [JSONEncoder(), escaping] {
        let written = String(decoding: try encoder.encode(text), as: UTF8.self)
        #expect(
          try read(#"["i",2,5,"c",\#(written)]"#) == .intent(number: 2, Intent(.view(5), .change, .text(text))))
      }
    }
    #expect(
      try read(#"["i",2,5,"c","\ud83d\uDE00\u00e9\/\b\f"]"#)
        == .intent(number: 2, Intent(.view(5), .change, .text("😀é/\u{8}\u{C}"))))
    #expect(
      try read(" [ \"i\" ,\t3,\n[ 5 , 6,7 ] ,\"c\",\rfalse ] \n")
        == .intent(number: 3, Intent(.row(table: 5, key: 6, part: 7), .change, .flag(false))))
    #expect(try read(#"["i",4,5,"s"]"#) == .intent(number: 4, Intent(.view(5), .submit)))
    #expect(try read(#"["i",4,5,"m",true]"#) == .intent(number: 4, Intent(.view(5), .move, .flag(true))))
    #expect(try read(#"["i",4,5,"m",-7]"#) == .intent(number: 4, Intent(.view(5), .move, .number(-7))))
    #expect(try read(#"["i",4,5,"l",3,3]"#) == .intent(number: 4, Intent(.view(5), .look, .range(3..<3))))
    // As of a table that has become shorter than where its page looks: it is refused as what a page may say.
    #expect(try read(#"["i",4,5,"l",862,500]"#) == .intent(number: 4, Intent(.view(5), .look, .range(862..<862))))
  }

  private var escaping: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return encoder
  }

  @Test(arguments: [
    #""\ud800""#, #""\ud800x""#, #""\ud800\u0041""#, #""\udc00""#, #""\u12""#, #""\u12g4""#, #""\x""#, #""a"#, #""a\"#,
    #""a\""#,
    "\"a\u{1}b\"", "\"a\nb\"", "tru", "truex", "1", "",
  ]) func `a text that isn't one is refused`(value: String) {
    #expect(throws: MalformedMessage.self) { try read(#"["i",2,5,"c",\#(value)]"#) }
  }

  @Test(arguments: [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF4, 0x90, 0x80, 0x80]] as [[UInt8]])
  func `a text that isn't Unicode is refused`(bytes: [UInt8]) {
    for before in ["", #"\n"#] {
      let message = Array((#"["i",2,5,"c",""# + before).utf8) + bytes + Array(#""]"#.utf8)
      #expect(throws: MalformedMessage.self) { try ClientMessage(message) }
    }
  }

  /// Eight characters were, and one may have half a million accents.
  @Test(arguments: [#"["x"]"#, #"["i",1,5,"x"]"#]) func `what is unknown isn't repeated whole`(text: String) throws {
    let long = text.replacing("x", with: "a" + String(repeating: "\u{301}", count: 100_000))
    let error = #expect(throws: MalformedMessage.self) { try read(long) }
    let reason = try #require(error).reason
    #expect(reason.utf8.count < 100)
    // Of two bytes each, behind the first.
    #expect(reason.unicodeScalars.filter { $0 == "\u{301}" }.count == 7)
  }

  @Test(arguments: 0..<500) func `no bytes whatever bring it down`(seed: Int) {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    var bytes = Array(#"["i",12,[3,4,5],"c","text"]"#.utf8)
    for _ in 0..<6 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      bytes[Int(state % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: state >> 32)
    }
    guard let message = try? ClientMessage(bytes) else { return }
    // Whatever is taken for a message is JSON, and says the same to others who read that.
    let value = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) as? [Any]
    #expect(value != nil, "\(message)")
  }
}
