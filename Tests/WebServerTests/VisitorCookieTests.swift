import Testing

@testable import WebServer

@Suite struct VisitorCookieTests {
  @Test func `a visitor's identifier is the same each time and isn't the cookie`() {
    let visitor = RandomToken.make()
    let identifier = VisitorCookie.identifier(of: visitor)
    #expect(identifier == VisitorCookie.identifier(of: visitor))
    #expect(identifier != VisitorCookie.identifier(of: RandomToken.make()))
    #expect(identifier.count == 32 && !identifier.contains(visitor))
  }

  @Test func `by TLS a visitor is who this host alone has named, whatever others of its domain have`() {
    let (own, foreign) = (RandomToken.make(), RandomToken.make())
    let cookies = "ghostlight=\(foreign); __Host-ghostlight=\(own)"
    for isSecure in [true, false] { #expect(VisitorCookie.visitor(in: cookies, isSecure: isSecure) == own) }
    #expect(VisitorCookie.visitor(in: "ghostlight=\(foreign)", isSecure: true) == nil)
    #expect(VisitorCookie.visitor(in: "ghostlight=\(foreign)") == foreign)
    #expect(VisitorCookie.header(own, isSecure: true).hasPrefix("__Host-ghostlight=\(own); Path=/; "))
    #expect(VisitorCookie.header(own, isSecure: false).hasPrefix("ghostlight=\(own); "))
  }
}
