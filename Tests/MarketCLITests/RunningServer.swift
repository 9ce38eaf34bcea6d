import Foundation

/// A real server on a port of its own.
final class RunningServer {
  let program: RunningProgram
  let client: HTTPClient

  /// Starts `market-cli serve` and waits until it prints its address.
  ///
  /// - Parameters:
  ///   - data: The data folder.
  ///   - listen: Where to listen; a free port of ``ownHost()`` by default.
  ///   - ignoresHangup: Whether it is started as `nohup` starts programs.
  ///   - arguments: Further arguments.
  /// - Throws: ``HTTPClientError`` when it does not come up.
  init(
    data: String, listen: String = "\(ownHost()):0", ignoresHangup: Bool = false,
    _ arguments: [String] = []
  ) throws {
    let words = ["serve", "--listen", listen] + arguments
    let environment = ["MARKET_DATA": data]
    program =
      ignoresHangup
      ? try RunningProgram(
        ["-c", #"trap '' HUP; exec "$0" "$@""#, RunningProgram.marketCLI.path] + words,
        executable: URL(fileURLWithPath: "/bin/sh"), environment: environment)
      : try RunningProgram(words, environment: environment)
    let prefix = "listening on "
    let program = program
    let isUp = poll {
      program.standardOutput.hasSuffix("\n") || !program.process.isRunning
    }
    guard isUp, let line = program.standardOutput.split(separator: "\n").first,
      line.hasPrefix(prefix)
    else {
      throw HTTPClientError(
        description: "no server: \(program.standardOutput)\(program.standardError)")
    }
    client = HTTPClient(address: String(line.dropFirst(prefix.count)))
  }

  /// An address of loopback that no other test's server has.
  ///
  /// So a port stays free after its server's end, as other tests listen and connect elsewhere: it
  /// can be taken again, and nobody else answers there meanwhile.
  static func ownHost() -> String {
    "127." + (1...3).map { _ in String(Int.random(in: 1...254)) }.joined(separator: ".")
  }

  /// Stops the server as an operator does.
  func stop() -> RunResult {
    program.send(SIGTERM)
    return program.result()
  }
}
