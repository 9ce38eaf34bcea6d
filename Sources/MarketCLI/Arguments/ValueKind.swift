import HTTPServer
import MarketCatalog
import MarketClient
import MarketViewModel

/// What a value may be, wherever it comes from: a flag, the environment or the configuration file.
enum ValueKind: Hashable, Sendable {
  case text
  /// A path, which shells complete.
  case file
  case integer(ClosedRange<Int64>)
  case number(ClosedRange<Double>)
  case choice([String])
  /// A date, or a date and a time, of RFC 3339.
  case moment
  /// Numeric addresses of machines, separated by commas where they stand in one text.
  case peers
  /// Origins of web pages or `*`, separated by commas where they stand in one text.
  case origins
  /// Six hexadecimal digits for red, green and blue.
  case color
  /// Where a server listens.
  case listenAddress
  /// Where a store is.
  case storeAddress
  /// Where a server is.
  case serverAddress

  /// Reads a value from text.
  func value(of text: String) throws(ValueRejection) -> Value {
    switch self {
    case .text, .file:
      guard !text.isEmpty else { throw ValueRejection("must not be empty") }
      return .text(text)
    case .integer(let range):
      guard let value = Int64(text), range.contains(value) else {
        throw ValueRejection("\(requirement), not \"\(text.visible)\"")
      }
      return .integer(value)
    case .number(let range):
      guard Self.isDecimal(text), let value = Double(text), range.contains(value) else {
        throw ValueRejection("\(requirement), not \"\(text.visible)\"")
      }
      return .number(value)
    case .choice(let choices):
      guard choices.contains(text) else {
        throw ValueRejection("\(requirement), not \"\(text.visible)\"")
      }
      return .text(text)
    case .moment:
      guard let moment = Timestamp(rfc3339: text) else {
        throw ValueRejection("\(requirement), not \"\(text.visible)\"")
      }
      return .moment(moment)
    case .color:
      guard let color = RGB(hexadecimal: text) else {
        throw ValueRejection("\(requirement), not \"\(text.visible)\"")
      }
      return .color(color)
    case .listenAddress:
      guard let address = ListenAddress(parsing: text) else {
        throw ValueRejection("\(requirement), not \"\(text.visible)\"")
      }
      if case .unix(let path) = address, path.utf8.count > ListenAddress.longestPath {
        throw ValueRejection(
          "must name a socket by a path of at most \(ListenAddress.longestPath) bytes, not "
            + "\(path.utf8.count)")
      }
      return .listenAddress(address)
    case .storeAddress:
      guard let address = StoreAddress(text: text) else {
        throw ValueRejection("\(requirement), not \"\(text.visible)\"")
      }
      return .storeAddress(address)
    case .serverAddress:
      guard let address = ServerAddress(text) else {
        throw ValueRejection("\(requirement), not \"\(text.visible)\"")
      }
      return .serverAddress(address)
    case .peers:
      return try Self.peers(Self.parts(of: text))
    case .origins:
      return try Self.origins(Self.parts(of: text))
    }
  }

  /// Whether a number is written in the base of ten, not as `0x10`, which Swift reads too.
  private static func isDecimal(_ text: String) -> Bool {
    text.utf8.allSatisfy { "0123456789.+-eE".utf8.contains($0) }
  }

  private static func parts(of text: String) -> [String] {
    text.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
  }

  /// The addresses as a value.
  static func peers(_ texts: [String]) throws(ValueRejection) -> Value {
    var peers: Set<PeerAddress> = []
    for text in texts {
      guard let peer = PeerAddress(text) else {
        throw ValueRejection(
          "must list numeric addresses such as 192.0.2.1 or 2001:db8::1, not \"\(text.visible)\"")
      }
      peers.insert(peer)
    }
    return .peers(peers)
  }

  /// The origins as a value.
  ///
  /// Browsers send an origin without a path, in small letters: any other text would never match.
  static func origins(_ texts: [String]) throws(ValueRejection) -> Value {
    for text in texts where text != "*" && !isOrigin(text) {
      throw ValueRejection(
        "must list origins as browsers send them, such as https://shop.example or "
          + "http://localhost:3000 without a slash at the end, not \"\(text.visible)\"")
    }
    return .list(texts)
  }

  private static func isOrigin(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex,
      text[colon...].hasPrefix("://")
    else { return false }
    let scheme = text[..<colon]
    var host = text[colon...].dropFirst(3)
    // The colons of an IPv6 address stand in brackets.
    let bracket = host.lastIndex(of: "]") ?? host.startIndex
    if let portColon = host[bracket...].lastIndex(of: ":") {
      let port = host[host.index(after: portColon)...]
      guard UInt16(port).map({ String($0) == port }) == true else { return false }
      host = host[..<portColon]
    }
    func isSmall(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    return scheme.utf8.allSatisfy { isSmall($0) || "+-.".utf8.contains($0) }
      && !host.isEmpty && host.utf8.allSatisfy { isSmall($0) || "-._[]:".utf8.contains($0) }
  }

  /// What a value must be, as the end of a sentence that names it.
  var requirement: String {
    switch self {
    case .text: "must be a text"
    case .file: "must be a path"
    case .integer(let range) where range.upperBound == .max:
      "must be a whole number of at least \(range.lowerBound)"
    case .integer(let range):
      "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number(let range):
      "must be a number from \(range.lowerBound.plain) to \(range.upperBound.plain)"
    case .choice(let choices): "must be " + choices.joined(separator: " or ")
    case .moment: "must be a date such as 2026-01-31 or 2026-01-31T12:00:00Z"
    case .peers: "must be a list of numeric addresses such as 192.0.2.1"
    case .origins: "must be a list of origins such as https://shop.example"
    case .color: "must be a colour such as ffc4da: red, green and blue in hexadecimal"
    case .listenAddress:
      "must be an address such as 127.0.0.1:8080, [::]:8080 or unix:/run/market.sock"
    case .storeAddress: "must be a store's address such as sqlite:market.db"
    case .serverAddress:
      "must be a server's address such as http://127.0.0.1:8080 or unix:/run/market.sock"
    }
  }
}

extension ValueKind {
  /// The type's name in the manual of the configuration.
  var nameInManual: String {
    switch self {
    case .text, .file, .choice, .moment, .color, .listenAddress, .storeAddress, .serverAddress:
      "text"
    case .integer(let range):
      "whole number, \(range.lowerBound) to \(range.upperBound)"
    case .number(let range): "number, \(range.lowerBound.plain) to \(range.upperBound.plain)"
    case .peers, .origins: "list of texts"
    }
  }
}

/// A value that was read and passed its kind's checks.
enum Value: Hashable, Sendable {
  case text(String)
  case integer(Int64)
  case number(Double)
  case moment(Timestamp)
  /// Texts that the kind has checked.
  case list([String])
  case peers(Set<PeerAddress>)
  case color(RGB)
  case listenAddress(ListenAddress)
  case storeAddress(StoreAddress)
  case serverAddress(ServerAddress)
}

/// Why a value was refused, as the end of a sentence that names it.
struct ValueRejection: Error, Hashable {
  let detail: String

  init(_ detail: String) {
    self.detail = detail
  }
}

extension Double {
  /// The shortest decimal form, without `.0` behind a whole number.
  var plain: String {
    let text = String(self)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension StringProtocol {
  /// The text without spaces and tabs at its ends.
  var trimmed: String {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    var rest = self[...]
    while let first = rest.first, isSpace(first) { rest = rest.dropFirst() }
    while let last = rest.last, isSpace(last) { rest = rest.dropLast() }
    return String(rest)
  }

  /// The text with control characters written out, also those that break a line or turn the writing
  /// direction, so that a message stays one line and cannot steer a terminal.
  var visible: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar.value {
      case ..<0x20, 0x7F...0x9F, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069:
        text += "\\u{" + String(scalar.value, radix: 16) + "}"
      case _:
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
