import TestSupport
import Testing

@testable import MarketTerminal

@Suite struct TerminalColorTests {
  /// xterm's colours 16 to 255, as its 256colres.pl makes them.
  private static let palette: [(index: UInt8, color: [Int])] = {
    let levels = [0, 95, 135, 175, 215, 255]
    var palette: [(index: UInt8, color: [Int])] = []
    for index in 0..<216 {
      palette.append(
        (UInt8(16 + index), [levels[index / 36], levels[index / 6 % 6], levels[index % 6]]))
    }
    for step in 0..<24 {
      palette.append((UInt8(232 + step), Array(repeating: 8 + step * 10, count: 3)))
    }
    return palette
  }()

  private func distance(_ color: TerminalColor, _ other: [Int]) -> Int {
    let red = Int(color.red) - other[0]
    let green = Int(color.green) - other[1]
    let blue = Int(color.blue) - other[2]
    return red * red + green * green + blue * blue
  }

  @Test func theIndexedColorIsTheNearestOfAll() {
    var random = SplitMix64(seed: 1)
    var colors = (0...255).map { Array(repeating: UInt8($0), count: 3) }
    for _ in 0..<500 {
      colors.append((0..<3).map { _ in UInt8(random.integer(in: 0...255)) })
    }
    for parts in colors {
      let color = TerminalColor(red: parts[0], green: parts[1], blue: parts[2])
      let least = Self.palette.map { distance(color, $0.color) }.min()
      let chosen = Self.palette.first { $0.index == color.indexed }
      #expect(chosen.map { distance(color, $0.color) } == least, "\(color)")
    }
  }

  @Test func aColorOfThePaletteIsItself() {
    for (index, parts) in Self.palette {
      let color = TerminalColor(
        red: UInt8(parts[0]), green: UInt8(parts[1]), blue: UInt8(parts[2]))
      let chosen = Self.palette.first { $0.index == color.indexed }
      #expect(chosen?.color == parts, "\(index)")
    }
  }

  struct BasicCase: CustomTestStringConvertible, Sendable {
    let name: String
    let color: TerminalColor
    let basic: UInt8
    var testDescription: String { name }

    init(_ name: String, _ red: UInt8, _ green: UInt8, _ blue: UInt8, _ basic: UInt8) {
      self.name = name
      color = TerminalColor(red: red, green: green, blue: blue)
      self.basic = basic
    }
  }

  @Test(arguments: [
    BasicCase("the pink of the theme", 255, 196, 218, 13),
    BasicCase("the sky blue of the flat control", 41, 171, 227, 12),
    BasicCase("black", 0, 0, 0, 0), BasicCase("white", 255, 255, 255, 15),
    BasicCase("the track", 90, 90, 96, 8), BasicCase("what matters less", 150, 150, 156, 7),
    BasicCase("silver", 192, 192, 192, 7),
    BasicCase("red", 255, 0, 0, 9), BasicCase("dark red", 128, 0, 0, 1),
    BasicCase("green", 0, 255, 0, 10), BasicCase("dark green", 0, 100, 0, 2),
    BasicCase("yellow", 255, 255, 0, 11), BasicCase("orange", 255, 140, 0, 9),
    BasicCase("amber", 255, 191, 0, 11),
    BasicCase("navy", 0, 0, 128, 4), BasicCase("magenta", 255, 0, 255, 13),
    BasicCase("cyan", 0, 255, 255, 14),
  ])
  func theBasicColorKeepsTheHue(_ sample: BasicCase) {
    #expect(sample.color.basic == sample.basic)
  }
}
