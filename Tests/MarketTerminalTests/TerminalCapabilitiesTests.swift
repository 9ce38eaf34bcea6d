import MarketTerminal
import Testing

@Suite struct TerminalCapabilitiesTests {
  struct EnvironmentCase: CustomTestStringConvertible, Sendable {
    let variables: [String: String]
    let expected: TerminalCapabilities
    var testDescription: String { "\(variables.sorted { $0.key < $1.key })" }

    init(
      _ variables: [String: String], _ colors: TerminalCapabilities.ColorLevel,
      isASCII: Bool = false, isDumb: Bool = false
    ) {
      self.variables = variables
      expected = TerminalCapabilities(colors: colors, isASCII: isASCII, isDumb: isDumb)
    }
  }

  @Test(arguments: [
    EnvironmentCase(
      ["TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "ko_KR.UTF-8"], .direct),
    EnvironmentCase(["TERM": "xterm", "COLORTERM": "24bit", "LANG": "C.UTF-8"], .direct),
    EnvironmentCase(["TERM": "xterm-direct", "LANG": "C.utf8"], .direct),
    EnvironmentCase(["TERM": "tmux-256color", "LANG": "C.UTF-8"], .indexed),
    EnvironmentCase(["TERM": "xterm", "LANG": "C.UTF-8"], .sixteen),
    EnvironmentCase(["TERM": "linux", "LANG": "C.UTF-8"], .sixteen),
    EnvironmentCase(["TERM": "vt100", "LANG": "C.UTF-8"], .none),
    EnvironmentCase(
      ["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1", "LANG": "C.UTF-8"],
      .none),
    EnvironmentCase(["TERM": "xterm-256color", "NO_COLOR": "", "LANG": "C.UTF-8"], .indexed),
    EnvironmentCase(["TERM": "dumb", "LANG": "C.UTF-8"], .none, isDumb: true),
    EnvironmentCase(["LANG": "C.UTF-8"], .none, isDumb: true),
    EnvironmentCase(["TERM": "xterm"], .sixteen, isASCII: true),
    EnvironmentCase(["TERM": "xterm", "LANG": "C"], .sixteen, isASCII: true),
    EnvironmentCase(["TERM": "xterm", "LC_ALL": "C", "LANG": "C.UTF-8"], .sixteen, isASCII: true),
    EnvironmentCase(["TERM": "xterm", "LC_CTYPE": "ko_KR.utf8", "LANG": "C"], .sixteen),
    EnvironmentCase(["TERM": "xterm", "LC_ALL": "ko_KR.eucKR"], .sixteen, isASCII: true),
  ])
  func environmentDecides(_ sample: EnvironmentCase) {
    #expect(TerminalCapabilities { sample.variables[$0] } == sample.expected)
  }
}
