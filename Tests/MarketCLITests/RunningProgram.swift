import CSpawn
import Foundation

/// What a program that ended left behind.
struct RunResult {
  /// The exit code, or 128 and the signal's number.
  let status: Int32
  let standardOutput: String
  let standardError: String

  var lines: [String] {
    standardOutput.split(separator: "\n").map(String.init)
  }
}

/// A program that is running, its output collected in files so that no pipe can fill up.
final class RunningProgram {
  let process: StartedProcess
  private let outputFile: URL
  private let errorFile: URL

  /// The real `market-cli`, which is built beside the tests.
  static let marketCLI = builtProgram("market-cli")
  /// Tabs that crash, from the tests' folder.
  static let faultyTabs = builtProgram("FaultyTabs")

  private static func builtProgram(_ name: String) -> URL {
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appendingPathComponent(name)
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - executable: Its path.
  ///   - environment: Its whole environment, besides `PATH` and a UTF-8 locale.
  ///   - directory: Its working directory.
  ///   - input: What stands on its standard input.
  /// - Throws: When it cannot be started.
  init(
    _ arguments: [String], executable: URL = marketCLI, environment: [String: String] = [:],
    directory: String? = nil, input: [UInt8] = []
  ) throws {
    let base = FileManager.default.temporaryDirectory
      .appendingPathComponent("market-run-\(UUID().uuidString)")
    outputFile = base.appendingPathExtension("out")
    errorFile = base.appendingPathExtension("err")
    let inputFile = base.appendingPathExtension("in")
    for file in [outputFile, errorFile, inputFile] {
      try Data(file == inputFile ? input : []).write(to: file)
    }
    let variables = [
      "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": "/nonexistent",
    ].merging(environment) { $1 }
    let files = [inputFile.path, outputFile.path, errorFile.path]
    process = StartedProcess(
      try spawn([executable.path] + arguments, environment: variables) { actions in
        for (descriptor, path) in files.enumerated() {
          let flags = descriptor == Int(STDIN_FILENO) ? O_RDONLY : O_WRONLY
          posix_spawn_file_actions_addopen(&actions, Int32(descriptor), path, flags, 0)
        }
        if let directory { posix_spawn_file_actions_addchdir_np(&actions, directory) }
      })
    try FileManager.default.removeItem(at: inputFile)
  }

  deinit {
    // Also waited for, so that it writes no more into a folder that is removed next.
    process.send(SIGKILL)
    _ = process.result()
    for file in [outputFile, errorFile] {
      do { try FileManager.default.removeItem(at: file) } catch { print("left behind: \(file)") }
    }
  }

  /// What stands on standard output so far.
  var standardOutput: String { text(outputFile) }
  /// What stands on standard error so far.
  var standardError: String { text(errorFile) }

  private func text(_ file: URL) -> String {
    do { return String(decoding: try Data(contentsOf: file), as: UTF8.self) } catch { return "" }
  }

  /// Waits for the end.
  func result() -> RunResult {
    RunResult(
      status: process.result(), standardOutput: standardOutput, standardError: standardError)
  }

  /// Sends a signal.
  func send(_ signal: Int32) { process.send(signal) }
}

/// Runs a program to its end.
func run(
  _ executable: String, _ arguments: [String], environment: [String: String] = [:]
) throws -> RunResult {
  try RunningProgram(
    arguments, executable: URL(fileURLWithPath: executable), environment: environment
  )
  .result()
}

/// Runs the real `market-cli` to its end.
func market(
  _ arguments: String..., environment: [String: String] = [:], directory: String? = nil,
  input: [UInt8] = []
) throws -> RunResult {
  try RunningProgram(
    arguments, environment: environment, directory: directory, input: input
  ).result()
}

/// Polls until a condition holds or the deadline passes; tells which.
func poll(seconds: Double = 20, until condition: () throws -> Bool) rethrows -> Bool {
  let deadline = Date(timeIntervalSinceNow: seconds)
  while Date() < deadline {
    if try condition() { return true }
    usleep(5_000)
  }
  return try condition()
}
