import Foundation
import Testing

/// `docs/view-model.md` names, for each behaviour, what does it and what proves it.
@Suite struct DocumentedBehaviorTests {
  /// One behaviour of the page's tables.
  struct Row: CustomTestStringConvertible, Sendable {
    let behavior: String
    /// `Type` or `Type.member`, of the module or of the standard vocabulary below it.
    let declarations: [String]
    /// `Suite.test`.
    let tests: [String]
    var testDescription: String { behavior }
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func sources(in folder: String) throws -> [String] {
    let url = root.appendingPathComponent(folder)
    return try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }
  }

  static func rows() throws -> [Row] {
    let page = try String(
      contentsOf: root.appendingPathComponent("docs/view-model.md"), encoding: .utf8)
    return page.split(separator: "\n").filter { $0.hasPrefix("| ") }
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
      .filter { $0.first != "behaviour" && $0.first != "---" }
      .map { Row(behavior: $0[0], declarations: names(in: $0[1]), tests: names(in: $0[2])) }
  }

  /// What stands between backquotes.
  private static func names(in cell: String) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
  }

  @Test func thePageHasATableForEachOfTheFourTexts() throws {
    #expect(try Self.rows().count > 40)
    let page = try String(
      contentsOf: Self.root.appendingPathComponent("docs/view-model.md"), encoding: .utf8)
    for title in ["Underlined segmented", "Flat segmented", "Swipe-following", "Switch"] {
      #expect(page.contains("\n### \(title)"))
    }
  }

  @Test(arguments: try rows())
  func whatTheTablesNameExists(_ row: Row) throws {
    let product = try Self.sources(in: "Sources/MarketViewModel")
    let proof = try Self.sources(in: "Tests/MarketViewModelTests")
    #expect(!row.declarations.isEmpty && !row.tests.isEmpty)
    for name in row.declarations {
      let parts = name.split(separator: ".")
      let type = try Self.declaration(of: #require(parts.first), as: "struct|enum|extension")
      let files = product.filter { $0.contains(type) }
      #expect(!files.isEmpty, "no type of \(name)")
      for part in parts.dropFirst() {
        let member = try Self.declaration(of: part, as: "func|var|let|case|struct|enum")
        #expect(files.contains { $0.contains(member) }, "no \(name)")
      }
    }
    for name in row.tests {
      let parts = name.split(separator: ".")
      try #require(parts.count == 2, "\(name) is not Suite.test")
      let suite = try Self.declaration(of: parts[0], as: "struct")
      let test = try Self.declaration(of: parts[1], as: "func")
      #expect(proof.contains { $0.contains(suite) && $0.contains(test) }, "no test \(name)")
    }
  }

  private static func declaration(
    of name: Substring, as keywords: String
  ) throws -> Regex<Substring> {
    try Regex("\\b(?:\(keywords)) \(name)\\b", as: Substring.self)
  }
}
