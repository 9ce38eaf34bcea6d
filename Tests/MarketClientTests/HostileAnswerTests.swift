import MarketCatalog
import MarketClient
import TestSupport
import Testing

/// Whatever a server sends, a call ends with an answer or an error of its own.
@Suite struct HostileAnswerTests {
  private func read(_ body: [UInt8], status: Int = 200) -> Bool {
    let type = status == 200 ? "application/json" : "application/problem+json"
    let response = ClientResponse(
      status: status, fields: [HeaderField("Content-Type", type)], body: body)
    do throws(ClientError) {
      _ = try Call.slice(FeedQuery(page: .popularProduct)).answer(from: response)
      return true
    } catch {
      return false
    }
  }

  @Test func damagedBytesNeverEndTheProgram() {
    let whole = Array(sliceText(after: #","next_cursor":"AbC""#).utf8)
    #expect(read(whole))
    var random = SplitMix64(seed: 11)
    var refused = 0
    for _ in 0..<2_000 {
      var body = whole
      for _ in 0..<random.integer(in: 1...4) {
        let place = random.integer(in: 0...(body.count - 1))
        switch random.integer(in: 0...2) {
        case 0: body[place] = UInt8(random.integer(in: 0...255))
        case 1: body.remove(at: place)
        default: body.insert(body[random.integer(in: 0...(body.count - 1))], at: place)
        }
      }
      if !read(body) { refused += 1 }
    }
    #expect(refused > 1_000)
    for length in 0..<whole.count { #expect(!read(Array(whole[..<length])), "\(length) bytes") }
  }

  @Test(arguments: [200, 500])
  func depthIsNoDanger(status: Int) {
    for text in ["[", "{\"page\":", "{\"items\":["] {
      let body = Array(String(repeating: text, count: 100_000).utf8)
      #expect(!read(body, status: status))
    }
  }

  @Test(arguments: [
    "-9223372036854775808", "9223372036854775807", "9223372036854775808", "1e3", "1e400", "-0",
    "1.0", "0x10", "null", "true", "\"1\"",
  ])
  func amountsAreWholeNumbersOf64Bits(_ amount: String) throws {
    let text = sliceText(
      price: #"{"amount_minor":\#(amount),"currency":"KRW","exponent":0}"#)
    let expected: [String: Int64] = [
      "-9223372036854775808": .min, "9223372036854775807": .max, "1e3": 1_000, "-0": 0, "1.0": 1,
    ]
    let call = Call.slice(FeedQuery(page: .popularProduct))
    guard let wanted = expected[amount] else {
      #expect(throws: ClientError.self) { try call.answer(from: .json(text)) }
      return
    }
    #expect(try call.answer(from: .json(text)).items[0].price.amountMinor == wanted)
  }
}
