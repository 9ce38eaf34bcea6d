import Testing

@testable import MarketCLI

@Suite struct ProgressBarTests {
  /// A bar with a clock that the test moves and a terminal that remembers.
  private final class Stage {
    var milliseconds: Int64 = 5_000
    var drawn: [String] = []

    func bar(total: Int?) -> ProgressBar {
      ProgressBar(
        "seeding", total: total, clock: { self.milliseconds }, write: { self.drawn.append($0) })
    }
  }

  @Test func workOfLessThanASecondShowsNothing() {
    let stage = Stage()
    let bar = stage.bar(total: 6_400)
    for step in 0..<6_400 { bar.update(step) }
    stage.milliseconds += ProgressBar.patience - 1
    bar.update(0)
    bar.finish()
    #expect(stage.drawn.isEmpty)
  }

  @Test func longerWorkIsDrawnAtMostTenTimesASecondAndTakenAway() {
    let stage = Stage()
    let bar = stage.bar(total: 1_280)
    stage.milliseconds += ProgressBar.patience
    bar.update(640)
    stage.milliseconds += ProgressBar.interval - 1
    bar.update(704)
    stage.milliseconds += 1
    bar.update(1_280)
    bar.finish()
    #expect(
      stage.drawn == [
        "\rseeding [###############...............] 50 %\u{1B}[K",
        "\rseeding [##############################] 100 %\u{1B}[K",
        "\r\u{1B}[K",
      ])
  }

  @Test func workOfUnknownLengthIsCounted() {
    let stage = Stage()
    let bar = stage.bar(total: nil)
    stage.milliseconds += 2_000
    bar.update(128)
    #expect(stage.drawn == ["\rseeding 128\u{1B}[K"])
  }

  @Test func withoutATerminalNothingIsDrawn() {
    var milliseconds: Int64 = 0
    let bar = ProgressBar("seeding", total: 1, clock: { milliseconds }, write: nil)
    milliseconds += 9_000
    bar.update(0)
    bar.finish()
  }
}
