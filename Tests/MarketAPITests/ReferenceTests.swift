import Foundation
import HTTPServer
import MarketCatalog
import TestSupport
import Testing

@testable import MarketAPI

/// `docs/http-api.md`, the reference for people.
enum HTTPAPIReference {
  static func text() throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try String(
      contentsOf: root.appendingPathComponent("docs/http-api.md"), encoding: .utf8)
  }

  /// A call of curl with the answer that is shown below it.
  struct Call {
    var line: String
    var answer: [Substring]
    var target = ""
    var fields: [(name: String, value: String)] = []
    var showsHead = false

    init(line: String, answer: [Substring]) {
      self.line = line
      self.answer = answer
      // Words between quotes, or without any between spaces.
      var words: [String] = []
      for (index, piece) in line.split(separator: "'", omittingEmptySubsequences: false)
        .enumerated()
      {
        words +=
          index.isMultiple(of: 2) ? piece.split(separator: " ").map(String.init) : [String(piece)]
      }
      for (word, next) in zip(words, words.dropFirst() + [""]) {
        if word == "-si" { showsHead = true }
        if word == "-H", let colon = next.firstIndex(of: ":") {
          fields.append(
            (
              String(next[..<colon]),
              next[colon...].dropFirst().trimmingCharacters(in: .whitespaces)
            ))
        }
        let server = "http://127.0.0.1:8080"
        if word.hasPrefix(server) { target = String(word.dropFirst(server.count)) }
      }
    }
  }

  static func calls() throws -> [Call] {
    var calls: [Call] = []
    for block in try text().components(separatedBy: "```console\n").dropFirst() {
      let lines = block.components(separatedBy: "\n```")[0]
        .split(separator: "\n", omittingEmptySubsequences: false)
      calls.append(Call(line: String(lines[0]), answer: Array(lines.dropFirst())))
    }
    return calls
  }
}

@Suite("The reference for people")
struct ReferenceTests {
  @Test("every call that it shows has the answer that it shows")
  func calls() throws {
    let calls = try HTTPAPIReference.calls()
    #expect(calls.count >= 6)
    for call in calls {
      #expect(call.line.hasPrefix("$ curl -s") && call.target.hasPrefix("/"), "\(call.line)")
      let response = APIFixture(smallShop()).send(.get, call.target, call.fields)
      var shown = call.answer
      if call.showsHead {
        let head = shown.prefix { !$0.isEmpty }.filter { !$0.hasPrefix("Date: ") }
        #expect(head.map(String.init) == response.headLines, "\(call.line)")
        shown = Array(shown.drop { !$0.isEmpty }.dropFirst())
      }
      #expect(shown.joined(separator: "\n") == response.text, "\(call.line)")
    }
  }
}
