/// A list of choices with weights, as `Accept-Encoding` and `Accept-Language` have it
/// (RFC 9110, 12.4.2): `ko-KR, en;q=0.8`.
struct WeightedList {
  /// One choice, in lower case, with its weight in thousandths: 1,000 unless given.
  struct Choice: Equatable {
    var name: String
    var weight: Int
  }

  /// The choices in the order in which they stand; those with faulty weights are left out.
  let choices: [Choice]

  init(_ value: String) {
    choices = value.split(separator: ",").compactMap { part in
      let pieces = part.split(separator: ";", omittingEmptySubsequences: false)
      let name = Self.trimmed(pieces[0]).lowercased()
      guard !name.isEmpty else { return nil }
      var weight = 1_000
      for piece in pieces.dropFirst() {
        let parameter = Self.trimmed(piece)
        guard parameter.hasPrefix("q=") || parameter.hasPrefix("Q=") else { continue }
        guard let given = Self.thousandths(parameter.dropFirst(2)) else { return nil }
        weight = given
      }
      return Choice(name: name, weight: weight)
    }
  }

  /// The weight of a name, or of `*` when the name does not stand in the list; nil without either.
  func weight(of name: String) -> Int? {
    (choices.first { $0.name == name } ?? choices.first { $0.name == "*" })?.weight
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }

  /// Reads `0`, `0.5`, `1.000`: at most three decimals, nothing above 1.
  private static func thousandths(_ text: Substring) -> Int? {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, first == 48 || first == 49, bytes.count <= 5,
      bytes.count < 2 || bytes[1] == UInt8(ascii: ".")
    else { return nil }
    var value = Int(first - 48) * 1_000
    var worth = 100
    for digit in bytes.dropFirst(2) {
      guard (48...57).contains(digit) else { return nil }
      value += Int(digit - 48) * worth
      worth /= 10
    }
    return value <= 1_000 ? value : nil
  }
}
