import Testing

@testable import WebServer

@Suite struct HashCookieTests {
  private func path(_ value: String, on target: String = "/") -> String? {
    HashCookie.path(on: target, in: "ghostlight=other; ghostlight-at=\(value); more=1")
  }

  @Test func `a page that is loaded again says what stands behind its hash`() {
    #expect(path("%2F%23%2Fcompleted") == "/completed")
    #expect(path("%2Fshop%3Fq%3D1%23%2Fbooks%2F7%3Fa%3D%25C3%25BC", on: "/shop?q=1") == "/books/7?a=%C3%BC")
  }

  @Test func `another page isn't where this one was`() {
    #expect(path("%2F%23%2Fcompleted", on: "/shop") == nil)
    #expect(path("%2Fshop%23%2Fcompleted") == nil)
  }

  @Test(arguments: [
    "", "%2F", "%2F%23", "%2F%23completed", "%2F%23%2F%0d%0aSet-Cookie", "%2F%23%2Fa%20b", "%2F%23%2F%00",
    "%2F%23%2F%ff",
    "%2F%23%2F" + String(repeating: "a", count: 2048), "%", "/", "é",
  ])
  func `what is no path is nothing`(value: String) { #expect(path(value) == nil) }

  @Test func `without a cookie there is none`() {
    #expect(HashCookie.path(on: "/", in: nil) == nil)
    #expect(HashCookie.path(on: "/", in: "ghostlight-at2=%2F%23%2Fa") == nil)
  }
}
