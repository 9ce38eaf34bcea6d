import MarketCatalog
import MarketViewModel
import TestSupport
import Testing

@testable import MarketTerminal

/// The picture while something moves, at every sixtieth of a second.
@Suite struct TabsSlideTests {
  private let screen = TabsScreen(capabilities: TerminalCapabilities())
  private let store = SampleShop.store(count: 60)

  /// A view that rests at a moment of one second.
  private func resting(
    columns: Int = 80, rows: Int = 24, style: SegmentedControlStyle = .inset,
    _ keys: [InputEvent] = []
  ) -> TabsState {
    TabsState.settled(store, columns: columns, rows: rows, style: style, keys.map { .input($0) })
  }

  /// Sends a key at a moment, in sixtieths after the first second.
  private func press(_ event: InputEvent, _ state: inout TabsState, at frame: Double = 0) {
    state.settle(at: 1_000 + frame * 1_000 / 60, store)
    state.settle(state.update(.input(event)), store)
  }

  /// The picture's column of the bar's left edge, in halves of a cell.
  private func edge(_ grid: Grid) -> Int? {
    let bar = ["▄", "▗", "▖"]
    guard let x = (0..<grid.columns).first(where: { bar.contains(grid[$0, 1].text) }) else {
      return nil
    }
    return x * 2 + (grid[x, 1].text == "▗" ? 1 : 0)
  }

  struct Sample: CustomTestStringConvertible, Sendable {
    let columns: Int
    let style: SegmentedControlStyle
    var testDescription: String { "\(style.rawValue) \(columns)" }
  }

  @Test(
    arguments: SegmentedControlStyle.allCases.flatMap { style in
      [120, 80, 40, 81, 33, 7].map { Sample(columns: $0, style: style) }
    })
  func theHeaderAtEverySixtieth(_ sample: Sample) {
    var lines: [String] = []
    for (key, name) in [(Key.right, "right"), (.left, "left")] {
      var state = resting(
        columns: sample.columns, rows: 8, style: sample.style, key == .left ? [.key(.right)] : [])
      press(.key(key), &state)
      for frame in 0...20 {
        state.settle(at: 1_000 + Double(frame) * 1_000 / 60, store)
        let line = screen.render(state).line(1)
        if frame > 0, !state.isMoving, lines.last?.hasSuffix("|\(line)|") == true { break }
        lines.append("\(name) \(frame < 10 ? " " : "")\(frame) |\(line)|")
      }
    }
    expectGolden(
      lines.joined(separator: "\n") + "\n",
      named: "slide-\(sample.style.rawValue)-\(sample.columns)")
  }

  @Test func theSwitchAtEverySixtieth() {
    var lines: [String] = []
    for isASCII in [false, true] {
      let screen = TabsScreen(capabilities: TerminalCapabilities(isASCII: isASCII))
      var state = resting(columns: 40, rows: 8)
      press(.character(" "), &state)
      for frame in 0...15 {
        state.settle(at: 1_000 + Double(frame) * 1_000 / 60, store)
        let text = screen.render(state).line(2).suffix(6)
        lines.append("\(frame < 10 ? " " : "")\(frame) |\(text)|")
      }
    }
    expectGolden(lines.joined(separator: "\n") + "\n", named: "switch")
  }

  @Test func theBarMovesInTheFrameAfterTheKey() {
    for style in SegmentedControlStyle.allCases {
      var state = resting(style: style)
      let before = edge(screen.render(state))
      press(.key(.right), &state)
      state.settle(at: 1_000 + 1_000 / 60, store)
      #expect(edge(screen.render(state)) ?? 0 > before ?? 0, "\(style)")
    }
  }

  @Test func aSlideHasAtLeastSixPositionsAndNeverGoesBack() {
    var state = resting()
    press(.key(.right), &state)
    let edges = (0...6).compactMap { frame in
      state.settle(at: 1_000 + Double(frame) * 1_000 / 60, store)
      return edge(screen.render(state))
    }
    #expect(edges == edges.sorted())
    #expect(Set(edges).count >= 6, "\(edges)")
    #expect(edges.first == 20 && edges.last == 100)
    #expect(!state.isMoving)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func whereverItIsInterruptedTheBarGoesOnFromThere(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let style = random.pick(SegmentedControlStyle.allCases)
    var state = resting(style: style)
    var frame = 0.0
    var last = edge(screen.render(state)) ?? 0
    for _ in 0..<40 {
      let wait = Double(random.integer(in: 0...30)) / 10
      frame += wait
      state.settle(at: 1_000 + frame * 1_000 / 60, store)
      let seen = edge(screen.render(state)) ?? 0
      press(.key(random.oneIn(2) ? .left : .right), &state, at: frame)
      // The key alone moves nothing but what is rounded; only time does.
      #expect(abs((edge(screen.render(state)) ?? 0) - seen) <= 1, "seed \(seed)")
      // The steepest part of the way, over 80 halves, with the rounding of both ends.
      let fastest = 80.0 * 1.8 / (style.slideDuration * 60)
      #expect(Double(abs(seen - last)) <= fastest * wait + 2, "seed \(seed)")
      last = seen
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func drawingOnlyWhatMovesGivesTheWholePicture(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var state = resting(
      columns: random.integer(in: 1...120), rows: random.integer(in: 1...30),
      style: random.pick(SegmentedControlStyle.allCases))
    var frame = 0.0
    for _ in 0..<30 {
      let keys: [InputEvent] = [
        .key(.right), .key(.left), .character(" "), .key(.down), .character("?"), .key(.enter),
      ]
      press(random.pick(keys), &state, at: frame)
      var shown = screen.render(state)
      for _ in 0..<random.integer(in: 1...6) {
        frame += 1
        state.settle(at: 1_000 + frame * 1_000 / 60, store)
        screen.redraw(state, on: &shown)
        #expect(shown == screen.render(state), "seed \(seed)")
      }
    }
  }

  @Test(arguments: SegmentedControlStyle.allCases)
  func aFrameOfASlideIsFewBytes(style: SegmentedControlStyle) {
    let encoder = GridEncoder(colors: .direct)
    var state = resting(style: style)
    for key in [Key.right, .left] {
      press(.key(key), &state, at: key == .left ? 60 : 0)
      var shown = screen.render(state)
      for frame in 1...20 {
        let start = key == .left ? 60.0 : 0
        state.settle(at: 1_000 + (start + Double(frame)) * 1_000 / 60, store)
        let next = screen.render(state)
        let count = encoder.frame(from: shown, to: next).count
        #expect(count <= 200, "\(style), frame \(frame)")
        shown = next
      }
    }
  }

  @Test func withReducedMotionThePictureIsRightAtOnce() {
    var state = TabsState(
      source: "x", size: ScreenSize(columns: 80, rows: 24), now: SampleShop.now,
      reducesMotion: true)
    state.settle(state.appear(), store)
    state.settle(state.update(.input(.key(.right))), store)
    #expect(edge(screen.render(state)) == 100)
    state.settle(state.update(.input(.character(" "))), store)
    #expect(!state.isMoving)
  }

  @Test func aChangeOfSizeInMidFlightKeepsTheProportion() {
    var state = resting()
    press(.key(.right), &state)
    state.settle(at: 1_050, store)
    let before = Double(edge(screen.render(state)) ?? 0) / 160
    state.settle(state.update(.resized(ScreenSize(columns: 160, rows: 24))), store)
    let after = Double(edge(screen.render(state)) ?? 0) / 320
    #expect(abs(before - after) < 0.01)
  }
}
