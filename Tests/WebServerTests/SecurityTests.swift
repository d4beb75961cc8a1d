import Testing

@testable import WebServer

@Suite struct SecurityTests {
  @Test func `tokens are long, new each time and safe in a header`() {
    let tokens = (0..<1000).map { _ in RandomToken.make() }
    #expect(Set(tokens).count == 1000)
    #expect(tokens.allSatisfy { $0.utf8.count == 22 && VisitorCookie.visitor(in: "ghostlight=\($0)") == $0 })
  }

  @Test func `tokens are equal only if all of them is`() {
    #expect(RandomToken.isEqual("abc", "abc"))
    #expect(!RandomToken.isEqual("abc", "abd"))
    #expect(!RandomToken.isEqual("abc", "ab"))
    #expect(!RandomToken.isEqual("", "a"))
  }

  @Test(
    arguments: [
      (nil, "a:1", true), ("http://a:1", "a:1", true), ("https://A:1", "a:1", true), ("http://b:1", "a:1", false),
      ("http://a:2", "a:1", false), ("null", "a:1", false), ("http://a:1", nil, false), ("", "a:1", false),
      ("http://a:1.evil", "a:1", false),
    ] as [(String?, String?, Bool)])
  func `only pages of this host may open a live connection`(origin: String?, authority: String?, isAllowed: Bool) {
    #expect(SameOrigin.allows(origin: origin, authority: authority) == isAllowed)
  }

  @Test(arguments: [
    "", "ghostlight=", "ghostlight=short", "other=AAAAAAAAAAAAAAAAAAAAAA", "ghostlight=AAAAAAAAAAAAAAAAAAAAA\n",
  ])
  func `a cookie that isn't ours says nothing`(header: String) {
    #expect(VisitorCookie.visitor(in: header) == nil)
  }

  @Test func `the cookie is out of reach of scripts and other sites`() {
    let header = VisitorCookie.header("v", isSecure: true)
    #expect(header.contains("HttpOnly") && header.contains("SameSite=Lax") && header.contains("Secure"))
  }

  @Test func `who goes too fast waits, who stops is forgiven`() {
    let start = ContinuousClock.now
    var limit = RateLimit(rate: 10, burst: 3, now: start)
    for _ in 0..<3 { #expect(limit.take(now: start) == .zero) }
    #expect(limit.take(now: start) > .zero)
    #expect(limit.take(now: start + .seconds(1)) == .zero)
    #expect(limit.isFull(now: start + .seconds(10)))
  }

  @Test func `languages are read in the order of their quality`() {
    #expect(PageResponder.languages("en;q=0.5, zh-CN, de;q=0.8") == ["zh-CN", "de", "en"])
    #expect(PageResponder.languages(nil) == ["en"])
    #expect(PageResponder.languages("<script>,*") == ["script"])
  }
}
