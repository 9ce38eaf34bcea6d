import MarketClient
import Testing

@Suite struct ServerAddressTests {
  struct Accepted: CustomTestStringConvertible {
    let text: String
    let base: String
    var socket: String?
    let name: String
    var description: String?
    var testDescription: String { text }
  }

  @Test(arguments: [
    Accepted(text: "http://127.0.0.1:8080", base: "http://127.0.0.1:8080", name: "127.0.0.1:8080"),
    Accepted(
      text: "http://127.0.0.1:8080/", base: "http://127.0.0.1:8080", name: "127.0.0.1:8080",
      description: "http://127.0.0.1:8080"),
    Accepted(text: "https://shop.example", base: "https://shop.example", name: "shop.example"),
    Accepted(
      text: "HTTPS://Shop.example/market//", base: "https://Shop.example/market",
      name: "Shop.example", description: "https://Shop.example/market"),
    Accepted(
      text: "http://shop.example/a/b%20c", base: "http://shop.example/a/b%20c",
      name: "shop.example"),
    Accepted(text: "http://[::1]:65535", base: "http://[::1]:65535", name: "[::1]:65535"),
    Accepted(text: "http://[fe80::1]", base: "http://[fe80::1]", name: "[fe80::1]"),
    Accepted(
      text: "unix:/run/market.sock", base: "http://localhost", socket: "/run/market.sock",
      name: "market.sock"),
    Accepted(
      text: "unix:상점 1.sock", base: "http://localhost", socket: "상점 1.sock", name: "상점 1.sock"),
  ])
  func anAddressIsRead(_ sample: Accepted) throws {
    let address = try #require(ServerAddress(sample.text))
    #expect(address.baseURL == sample.base)
    #expect(address.socketPath == sample.socket)
    #expect(address.shortName == sample.name)
    #expect(address.description == sample.description ?? sample.text)
    #expect(ServerAddress(address.description) == address)
  }

  @Test(arguments: [
    "", "http://", "https:///v1", "127.0.0.1:8080", "localhost", "ftp://shop.example", "http:/shop",
    "http://shop.example:0", "http://shop.example:65536", "http://shop.example:", "http://:8080",
    "http://shop.example:80:80", "http://shop.example:8o", "http://user@shop.example",
    "http://user:secret@shop.example/", "http://shop.example?x=1", "http://shop.example/#top",
    "http://shop.example/a b", "http://shop.example/%2", "http://shop.example/%zz",
    "http://상점.example", "http://[::1", "http://[::1]8080", "http://[1.2.3.4]", "http://[shop]:80",
    " http://shop.example", "http://shop.example\n", "http://shop.example/\u{0}", "unix:",
    "unix:/run/", "unix:/run/\u{0}", "unix:/" + String(repeating: "a", count: 107),
  ])
  func anythingElseIsRefused(_ text: String) {
    #expect(ServerAddress(text) == nil)
  }
}
