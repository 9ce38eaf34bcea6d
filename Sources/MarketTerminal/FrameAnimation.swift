/// The rules of CSS by which parts of a picture show in some frames and hide in the others.
struct FrameAnimation {
  /// How long each frame is shown, in milliseconds.
  private let durations: [Int]
  /// The sets of frames so far; a set's place is its number in the rules.
  private var sets: [[Int]] = []

  init(durations: [Int]) {
    self.durations = durations
  }

  /// A group of elements that shows in the given frames only.
  mutating func group(of elements: String, shownIn frames: [Int]) -> String {
    if frames.count == durations.count { return elements }
    let number: Int
    if let known = sets.firstIndex(of: frames) {
      number = known
    } else {
      number = sets.count
      sets.append(frames)
    }
    return "<g class=\"f\(number)\">\n\(elements)</g>\n"
  }

  /// The rules for every group that was made; each is one line.
  var rules: String {
    if sets.isEmpty { return "" }
    var rules = ""
    for (number, frames) in sets.enumerated() {
      let start = frames.first == 0 ? "visible" : "hidden"
      rules +=
        ".f\(number){visibility:\(start);animation:k\(number) \(total)ms step-end infinite}\n"
      rules += "@keyframes k\(number){\(steps(of: frames))}\n"
    }
    return rules + "@media (prefers-reduced-motion:reduce){g{animation:none!important}}\n"
  }

  private var total: Int { durations.reduce(0, +) }

  /// One step wherever a frame that shows follows one that hides, or the other way round.
  private func steps(of frames: [Int]) -> String {
    var steps = ""
    var time = 0
    var wasShown: Bool?
    for (index, duration) in durations.enumerated() {
      let isShown = frames.contains(index)
      if isShown != wasShown {
        steps += "\(percent(time)){visibility:\(isShown ? "visible" : "hidden")}"
      }
      wasShown = isShown
      time += duration
    }
    return steps
  }

  /// A moment as a part of the whole, to a thousandth of a percent.
  private func percent(_ time: Int) -> String {
    let thousandths = (time * 100_000 + total / 2) / max(total, 1)
    if thousandths % 1_000 == 0 { return "\(thousandths / 1_000)%" }
    return "\(thousandths / 1_000).\("\(1_000 + thousandths % 1_000)".dropFirst())%"
  }
}
