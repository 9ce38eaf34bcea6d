import Foundation
import MarketCatalog
import MarketText
import MarketViewModel
import TestSupport
import Testing

@testable import MarketTerminal

/// What the view says and in which colours, by what the environment tells.
@Suite struct TabsWordsTests {
  struct Locale: CustomTestStringConvertible, Sendable {
    let variables: [String: String]
    let language: Language
    var testDescription: String { "\(variables.sorted { $0.key < $1.key })" }
  }

  @Test(arguments: [
    Locale(variables: [:], language: .korean),
    Locale(variables: ["LANG": ""], language: .korean),
    Locale(variables: ["LANG": "C"], language: .korean),
    Locale(variables: ["LC_ALL": "C.UTF-8", "LANG": "en_US.UTF-8"], language: .korean),
    Locale(variables: ["LC_ALL": "POSIX"], language: .korean),
    Locale(variables: ["LANG": "ko_KR.UTF-8"], language: .korean),
    Locale(variables: ["LANG": "en_GB.UTF-8"], language: .english),
    Locale(variables: ["LANG": "ja"], language: .japanese),
    Locale(variables: ["LANG": "de_DE@euro"], language: .english),
    Locale(variables: ["LC_MESSAGES": "ko_KR", "LANG": "en_US"], language: .korean),
    Locale(
      variables: ["LC_ALL": "ja_JP.eucJP", "LC_MESSAGES": "ko_KR", "LANG": "en_US"],
      language: .japanese),
    Locale(variables: ["LC_ALL": "", "LC_CTYPE": "ja_JP", "LANG": "en_US"], language: .english),
  ])
  func theLocaleChoosesTheLanguage(_ sample: Locale) {
    #expect(Language { sample.variables[$0] } == sample.language)
  }

  @Test(arguments: Language.allCases)
  func everyWordIsThereAndFits(language: Language) {
    let words = TabsWords.in(language)
    #expect(words.language == language)
    for member in Mirror(reflecting: words.terms).children {
      if let text = member.value as? String { #expect(!text.isEmpty, "\(member.label ?? "")") }
    }
    for topic in KeyHelp.Topic.allCases {
      #expect(words.terms.topics(topic).cellWidth <= 60)
    }
    let units: [Age.Unit] = [.minutes, .hours, .days, .weeks, .months, .years]
    let ages = [.justNow] + units.map { Age.ago($0 == .years ? 9_999 : 59, $0) }
    for age in ages { #expect(words.age(age).cellWidth <= TabsWords.longestAge) }
    for exponent in 0...12 {
      let count = (0..<exponent).reduce(Int64(1)) { count, _ in count * 10 } - 1
      #expect(words.abbreviated(count).cellWidth <= 7, "\(count)")
    }
    for isASCII in [false, true] {
      // The most useful keys stand beside the position in 80 columns, the way out in 20.
      let hints = words.hints(isASCII: isASCII)
      #expect(hints[1].width <= 78 - "1-20 / 50+  market.db  ".utf8.count)
      #expect(hints.last.map { $0.width <= 18 } == true)
      #expect(hints.map(\.width) == hints.map(\.width).sorted(by: >))
    }
  }

  @Test func largeCountsAreSaidInTheUnitsOfTheLanguage() {
    #expect(TabsWords.korean.abbreviated(123_456) == "12만")
    #expect(TabsWords.english.abbreviated(123_456) == "123K")
    #expect(TabsWords.english.abbreviated(99_999) == "99,999")
    #expect(TabsWords.english.abbreviated(2_000_000_000) == "2B")
    #expect(TabsWords.japanese.abbreviated(350_000_000) == "3億")
  }

  @Test func wonAreWrittenAsTheReaderKnowsThem() {
    let price = Money(amountMinor: 12_900, currency: .krw)
    #expect(price.shown(isASCII: false, in: .korean) == "12,900원")
    #expect(price.shown(isASCII: false, in: .english) == "₩12,900")
    #expect(price.shown(isASCII: true, in: .english) == "KRW 12,900")
  }

  // MARK: Backgrounds

  @Test(
    arguments: [
      (nil, .dark), ("", .dark), ("15;0", .dark), ("0;15", .light), ("0;default;15", .light),
      ("0;7", .light), ("7;8", .dark), ("x", .dark), ("0;99", .dark),
    ] as [(String?, TerminalBackground)])
  func theTerminalTellsItsBackground(variable: String?, background: TerminalBackground) {
    #expect(TerminalBackground { $0 == "COLORFGBG" ? variable : nil } == background)
  }

  /// The contrast of two colours, 1 to 21 (WCAG 2.2, 1.4.3).
  private func contrast(_ one: TerminalColor, _ other: TerminalColor) -> Double {
    func luminance(_ color: TerminalColor) -> Double {
      func linear(_ value: UInt8) -> Double {
        let part = Double(value) / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear(color.red) + 0.7152 * linear(color.green)
        + 0.0722 * linear(color.blue)
    }
    let (light, dark) = (
      max(luminance(one), luminance(other)), min(luminance(one), luminance(other))
    )
    return (light + 0.05) / (dark + 0.05)
  }

  @Test(arguments: TerminalBackground.allCases)
  func everythingCanBeReadOnTheBackground(background: TerminalBackground) {
    let paper: TerminalColor =
      switch background {
      case .dark: TerminalColor(red: 30, green: 30, blue: 30)
      case .light: TerminalColor(red: 255, green: 255, blue: 255)
      }
    let themes = SegmentedControlStyle.allCases.map {
      TerminalColor(background.themeColor(of: $0))
    }
    for color in themes + [background.faint, background.alert] {
      #expect(contrast(color, paper) >= 4.5, "\(color)")
      // With sixteen colours the bright ones are for dark backgrounds.
      if background == .light { #expect(color.basic < 9, "\(color)") }
    }
    // What is no text.
    #expect(contrast(background.track, paper) >= (background == .light ? 3 : 2))
  }

  @Test func aLightBackgroundHasColorsOfItsOwnUnlessOneIsChosen() {
    let options = TabsApp.Options(source: "x", background: .light)
    let size = ScreenSize(columns: 80, rows: 24)
    let state = TabsState(options, size: size, now: SampleShop.now)
    #expect(state.model.control.themeColor == TerminalBackground.light.themeColor(of: .inset))
    var chosen = options
    chosen.themeColor = .pink
    #expect(
      TabsState(chosen, size: size, now: SampleShop.now).model.control.themeColor == .pink)
    let grid = TabsScreen(capabilities: TerminalCapabilities(), background: .light).render(state)
    let colors = Set((0..<24).flatMap { y in (0..<80).compactMap { grid[$0, y].style.foreground } })
    #expect(!colors.contains(.faint) && !colors.contains(.track))
  }
}
