import MarketViewModel
import Testing

@testable import MarketTerminal

@Suite struct FrameClockTests {
  private let second = Moment(seconds: 1)

  private func clock(tickedAt moments: Moment...) -> FrameClock {
    var clock = FrameClock()
    for moment in moments { clock.tick(at: moment) }
    return clock
  }

  @Test func aFrameIsDueASixtiethAfterTheLast() {
    #expect(clock(tickedAt: second).next == Moment(nanoseconds: 1_016_666_667))
  }

  @Test func aFrameThatIsALittleLateKeepsTheBeat() {
    let late = Moment(nanoseconds: 1_020_000_000)
    #expect(clock(tickedAt: second, late).next == Moment(nanoseconds: 1_033_333_334))
  }

  @Test(arguments: [1_005_000_000, 1_016_000_000, 1_026_000_000, 9_000_000_000] as [Int64])
  func aKeyOrALongPauseBeginsANewBeat(nanoseconds: Int64) {
    let moment = Moment(nanoseconds: nanoseconds)
    #expect(clock(tickedAt: second, moment).next == moment.advanced(by: FrameClock.interval))
  }

  @Test func whatIsDrawnIsWhatTheNextFrameWillBeDueFor() {
    #expect(FrameClock.shown(at: second) == clock(tickedAt: second).next)
  }
}
