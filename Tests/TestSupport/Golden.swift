import Foundation
public import Testing

/// Compares a text with the golden file `Goldens/NAME.golden` beside the test's source file.
///
/// A missing file fails. With `RECORD_GOLDENS=1` in the environment the file is written instead, and
/// the test still fails, so that recording is never mistaken for passing.
///
/// - Parameters:
///   - text: What the test has.
///   - name: The golden's name, without its ending.
///   - testFile: The test's source file.
///   - sourceLocation: Where a difference is reported.
public func expectGolden(
  _ text: String, named name: String, testFile: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let file = URL(fileURLWithPath: testFile).deletingLastPathComponent()
    .appendingPathComponent("Goldens").appendingPathComponent(name + ".golden")
  let title = "Goldens/" + file.lastPathComponent
  if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(title); run again to compare", sourceLocation: sourceLocation)
    } catch {
      Issue.record("cannot record \(title): \(error)", sourceLocation: sourceLocation)
    }
    return
  }
  let golden: String
  do {
    golden = try String(contentsOf: file, encoding: .utf8)
  } catch {
    Issue.record(
      "no \(title); RECORD_GOLDENS=1 records it. The test has:\n\(text)",
      sourceLocation: sourceLocation)
    return
  }
  if golden != text {
    Issue.record(
      "not as in \(title):\n\(firstDifference(golden, text))", sourceLocation: sourceLocation)
  }
}

/// The first line in which two texts differ, from both.
private func firstDifference(_ golden: String, _ text: String) -> String {
  let old = golden.split(separator: "\n", omittingEmptySubsequences: false)
  let new = text.split(separator: "\n", omittingEmptySubsequences: false)
  for index in 0..<max(old.count, new.count) {
    let left = index < old.count ? String(old[index]) : "(nothing)"
    let right = index < new.count ? String(new[index]) : "(nothing)"
    if left != right {
      return "line \(index + 1)\n- \(left)\n+ \(right)\nThe whole text:\n\(text)"
    }
  }
  return "(the texts differ in bytes that look alike)\n\(text)"
}
