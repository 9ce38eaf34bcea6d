import Testing

@testable import MarketAPI

@Suite("Keys as texts")
struct AccessKeyTests {
  @Test("a key is written and read as the same one, and hashed as BLAKE2b hashes its 32 bytes")
  func knownAnswers() throws {
    // The bytes 0 to 31, and 32 zeros; the hashes are those of another implementation.
    let answers = [
      "mk_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8":
        "cb2f5160fc1f7e05a55ef49d340b48da2e5a78099d53393351cd579dd42503d6",
      "mk_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA":
        "89eb0d6a8a691dae2cd15ed0369931ce0a949ecafa5c3f93f8121833646e15c3",
    ]
    for (text, hash) in answers {
      let key = try #require(AccessKey(text))
      #expect(key.text == text)
      #expect(key.hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == hash)
    }
  }

  @Test("keys that are made are URL-safe, of one form, and never the same")
  func random() throws {
    var texts: Set<String> = []
    for _ in 0..<500 {
      let key = AccessKey.random()
      #expect(try #require(AccessKey(key.text)).hash == key.hash)
      #expect(key.text.wholeMatch(of: /mk_[A-Za-z0-9_-]{43}/) != nil)
      texts.insert(key.text)
    }
    #expect(texts.count == 500)
  }

  @Test(
    "what is not exactly of the form is no key",
    arguments: [
      "", "mk_", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8",
      "mk_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh",
      "mk_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8A",
      "mk_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
      // The last character has two bits that no key has set.
      "mk_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh9",
      "MK_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8",
      "mk_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh+",
      "mk_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh ",
      "mk_가AECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8",
      "mk_가가가가가가가가가가가가가가AA",
    ])
  func otherForms(text: String) {
    #expect(AccessKey(text) == nil)
  }
}
