import Testing

@testable import WebServer

@Suite struct SecurityTests {
  @Test func `tokens are long, new each time and safe in a header, and no options on a command line`() {
    let tokens = (0..<1000).map { _ in RandomToken.make() }
    #expect(Set(tokens).count == 1000)
    #expect(tokens.allSatisfy { $0.first?.isLetter == true })
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
      // A port that a scheme has anyway is said by some proxies, and by no browser.
      ("https://a", "a:443", true), ("http://a", "a:80", true), ("https://a", "a:80", false),
      ("http://a", "a:443", false),
      ("https://a:443", "a", true), ("https://a", "b:443", false), ("https://[::1]", "[::1]:443", true),
      ("http://a:1.evil", "a:1", false), ("ftp://a:1", "a:1", false), ("://a:1", "a:1", false),
    ] as [(String?, String?, Bool)])
  func `only pages of this host may open a live connection`(origin: String?, authority: String?, isAllowed: Bool) {
    #expect(SameOrigin.allows(origin: origin, authority: authority) == isAllowed)
  }

  @Test func `a page that came without TLS is another's where the server speaks it`() {
    #expect(SameOrigin.allows(origin: "https://a:1", authority: "a:1", isSecure: true))
    #expect(!SameOrigin.allows(origin: "http://a:1", authority: "a:1", isSecure: true))
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

  @Test(
    arguments: [
      ("https", true), ("HTTPS", true), (" https , http", true), ("http, https", false), ("httpsx", false), ("", false),
      (nil, false),
    ] as [(String?, Bool)])
  func `a proxy says whether the browser speaks TLS`(header: String?, isSecure: Bool) {
    #expect(VisitorCookie.isSecure(forwarded: header) == isSecure)
  }

  /// A page of the same address waited 37 seconds, for what 150 others had sent.
  @Test func `who takes little waits little, however much others take`() {
    let now = ContinuousClock.now
    var shared = SharedRate(rate: 2_000_000, burst: 8_000_000, now: now)
    for _ in 0..<150 { _ = shared.take(500_000, now: now) }
    #expect(shared.waiting == 134)
    #expect(shared.take(40, now: now) < .milliseconds(10))
    #expect(shared.take(500_000, now: now) > .seconds(30))
    // They have waited: what they took still counts.
    for _ in 0..<shared.waiting { shared.endWait() }
    #expect(shared.take(40, now: now) > .zero)
    #expect(!shared.isFull(now: now + .seconds(30)))
    #expect(shared.take(40, now: now + .seconds(60)) == .zero)
  }

  @Test func `those who take much have the rate together, each as much as the others`() throws {
    let (start, end, count) = (ContinuousClock.now, Duration.seconds(200), 20)
    var shared = SharedRate(rate: 1_000, burst: 4_000, now: start)
    var turns = [Duration](repeating: .zero, count: count)
    var (taken, isWaiting) = ([Int](repeating: 0, count: count), [Bool](repeating: false, count: count))
    while true {
      let next = try #require(turns.indices.min { turns[$0] < turns[$1] })
      if turns[next] > end { break }
      if isWaiting[next] { shared.endWait() }
      let wait = shared.take(500, now: start + turns[next])
      isWaiting[next] = wait > .zero
      turns[next] += wait
      taken[next] += 500
    }
    // Their share of 200,000; 4,000 more were there at first, and what each waits for counts already.
    #expect(taken.reduce(0, +) <= 200_000 + 4_000 + count * 1_000)
    #expect(taken.allSatisfy { $0 >= 9_500 })
  }

  @Test func `who takes nothing doesn't wait`() {
    let now = ContinuousClock.now
    var shared = SharedRate(rate: 10, burst: 10, now: now)
    _ = shared.take(100, now: now)
    #expect(shared.take(0, now: now) == .zero)
    #expect(shared.waiting == 1)
  }

  @Test func `languages are read in the order of their quality`() {
    #expect(PageResponder.languages("en;q=0.5, zh-CN, de;q=0.8") == ["zh-cn", "de", "en"])
    #expect(PageResponder.languages(nil) == ["en"])
    #expect(PageResponder.languages("<script>,*") == ["script"])
  }

  @Test(arguments: ["zh;q=0, de", "zh; q=0.0 , de", "zh;q=0.000\t,de;q=0.1", "DE,zh;q=-1", "de,zh;q=nan"])
  func `a language that isn't wanted is none`(header: String) {
    #expect(PageResponder.languages(header) == ["de"])
  }

  @Test func `who wants none of the languages that are named gets English`() {
    #expect(PageResponder.languages("zh;q=0") == ["en"])
  }
}
