import HTTPTypes
import Testing

@testable import WebServer

/// Which names a server answers to, without a socket.
@Suite struct ServerNamesTests {
  private func names(
    _ said: [String] = [], port: Int = 8080, host: String = "127.0.0.1", tls: Bool = false
  ) throws -> ServerNames {
    var configuration = ServerConfiguration()
    configuration.names = said
    configuration.port = port
    configuration.host = host
    if tls { configuration.tls = ("certificate.pem", "key.pem") }
    return try ServerNames(configuration)
  }

  private func request(_ authority: String?, from address: String = "127.0.0.1") -> Requester {
    Requester(address: address, head: HTTPRequest(method: .get, scheme: nil, authority: authority, path: "/"))
  }

  @Test(arguments: ["127.0.0.1", "127.0.0.6", "::1", "::ffff:127.0.0.1"])
  func `what was led here comes from this machine, to the server's port`(address: String) throws {
    let names = try names()
    for host in ["evil.example:8080", "EVIL.example.:08080", "127.0.0.1.evil.example:8080", "localhost.a.b:8080"] {
      #expect(!names.allow(request(host, from: address)), "\(host)")
    }
    let others = ["evil.example", "evil.example:80", "localhost:8080", "10.0.0.7:8080", "[::1]:8080", "box:8080", ""]
    for host in others + [nil] {
      #expect(names.allow(request(host, from: address)), "\(host ?? "none")")
    }
  }

  @Test func `a name is any where nothing can have been led`() throws {
    #expect(try names().allow(request("shop.example:8080", from: "203.0.113.7")))
    #expect(try names(tls: true).allow(request("shop.example:8080")))
    #expect(try names(host: "Shop.example").allow(request("shop.example.:8080")))
  }

  @Test func `the port is the one that is listened on, and 80 is said by none`() throws {
    let chosen = try names(port: 0)
    chosen.listens(on: 41_234)
    #expect(!chosen.allow(request("evil.example:41234")) && chosen.allow(request("evil.example:8080")))
    let usual = try names(port: 80)
    #expect(!usual.allow(request("evil.example")) && !usual.allow(request("evil.example:80")))
  }

  @Test(arguments: [false, true])
  func `where names are said there are no others, from anywhere`(tls: Bool) throws {
    let names = try names(["shop.example", "Tea.example."], tls: tls)
    for address in ["127.0.0.1", "203.0.113.7"] {
      for host in ["shop.example", "SHOP.example.:8080", "tea.example:1", "localhost", "203.0.113.9", "[::1]", "box"] {
        #expect(names.allow(request(host, from: address)), "\(host)")
      }
      for host in ["evil.example", "a.shop.example", "shop.example.evil.example"] {
        #expect(!names.allow(request(host, from: address)), "\(host)")
      }
    }
  }

  @Test(arguments: ["https://shop.example", "shop.example:8080", "café.example", ".", "a..b", "", " "])
  func `a name that no browser asks for stops the server before anything is done`(name: String) throws {
    let error = #expect(throws: NameError.self) { try names(["tea.example", name]) }
    #expect(error?.description.contains("'\(name)'") == true)
  }
}
