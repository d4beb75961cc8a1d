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
}
