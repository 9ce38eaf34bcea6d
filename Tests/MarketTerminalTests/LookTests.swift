import Testing

@testable import MarketTerminal

@Suite struct LookTests {
  struct LookCase: CustomTestStringConvertible, Sendable {
    let name: String
    let old: Style
    let new: Style
    var level = TerminalCapabilities.ColorLevel.direct
    let sequence: String
    var testDescription: String { name }
  }

  @Test(arguments: [
    LookCase(name: "nothing", old: .faint, new: .faint, sequence: ""),
    LookCase(
      name: "to the terminal's own", old: .selectedTitle, new: .standard, sequence: "\u{1B}[m"),
    LookCase(
      name: "only the colour", old: Style(.theme), new: Style(.track),
      sequence: "\u{1B}[38;2;90;90;96m"),
    LookCase(
      name: "only the weight", old: Style(.theme, .bold), new: Style(.theme), sequence: "\u{1B}[22m"
    ),
    LookCase(
      name: "bold to dim", old: Style(nil, .bold), new: Style(nil, .dim), sequence: "\u{1B}[0;2m"),
    LookCase(
      name: "bold to dim in colour", old: Style(.theme, .bold), new: Style(.theme, .dim),
      sequence: "\u{1B}[22;2m"),
    LookCase(
      name: "bold stays, dim goes", old: Style(.theme, [.bold, .dim]), new: Style(.theme, .bold),
      sequence: "\u{1B}[22;1m"),
    LookCase(
      name: "behind the glyph", old: .standard,
      new: Style(nil, on: .theme, [.underlined, .reversed]),
      level: .sixteen, sequence: "\u{1B}[4;7;105m"),
    LookCase(
      name: "sixteen, dark", old: .standard, new: Style(TerminalColor(red: 0, green: 0, blue: 128)),
      level: .sixteen, sequence: "\u{1B}[34m"),
    LookCase(
      name: "256", old: .standard, new: Style(.theme, on: .track), level: .indexed,
      sequence: "\u{1B}[38;5;224;48;5;59m"),
    LookCase(name: "what nobody sees", old: .faint, new: .track, level: .none, sequence: ""),
  ])
  func onlyWhatChangesIsWritten(_ sample: LookCase) {
    let look = Look(sample.new, sample.level)
    var bytes: [UInt8] = []
    look.write(from: Look(sample.old, sample.level), to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == sample.sequence)
  }
}
