import Foundation

/// A real server on a port of its own.
final class RunningServer {
  let program: RunningProgram
  let client: HTTPClient

  /// Starts `market-cli serve` and waits until it prints its address.
  ///
  /// - Parameters:
  ///   - data: The data folder.
  ///   - listen: Where to listen; a free port by default.
  ///   - arguments: Further arguments.
  /// - Throws: ``HTTPClientError`` when it does not come up.
  init(data: String, listen: String = "127.0.0.1:0", _ arguments: [String] = []) throws {
    program = try RunningProgram(
      ["serve", "--listen", listen] + arguments, environment: ["MARKET_DATA": data])
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

  /// Stops the server as an operator does.
  func stop() -> RunResult {
    program.send(SIGTERM)
    return program.result()
  }
}
