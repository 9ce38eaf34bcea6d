import Glibc
import MarketData

extension Failure {
  /// Tells what a file's fault means for someone who typed a command.
  init(_ fault: FileFault) {
    switch fault.action {
    case .read where fault.code == EIO:
      self.init(
        .inputOutput, "\(fault)", advice: "look at the disk and the system's log, or copy the file")
    case .read:
      self.init(.noInput, "\(fault)", advice: "check the path and its permissions")
    case .create:
      self.init(.cannotCreate, "\(fault)", advice: "check the folder and its permissions")
    case .write:
      self.init(.inputOutput, "\(fault)", advice: "make room and run the command again")
    }
  }

  /// Tells what is wrong with the content of a file.
  ///
  /// - Parameters:
  ///   - fault: What is wrong.
  ///   - path: The file.
  ///   - consequence: What that means for the file.
  init(_ fault: InputFault, in path: String, consequence: String) {
    switch fault {
    case .file(let fault): self.init(fault)
    case .document(let detail):
      self.init(.badData, "\(InputFile.name(path)): \(detail)", advice: consequence)
    case .rows(let faults):
      self.init(
        rows: faults.first, count: faults.count, in: path,
        advice: "\(consequence); correct what is faulty and import it again")
    }
  }

  /// Tells the faulty rows of a file, a line for each.
  ///
  /// - Parameters:
  ///   - rows: The faults that are told by row.
  ///   - count: How many there are in all.
  ///   - path: The file.
  ///   - advice: What to do about them.
  init(rows: [RowFault], count: Int, in path: String, advice: String) {
    let name = InputFile.name(path)
    var lines = rows.map { "\(name): \($0)" }
    if count > rows.count { lines.append("\(name): and \(count - rows.count) more faults") }
    self.init(.badData, lines.last ?? "\(name): faulty", advice: advice)
    earlier = lines.dropLast()
  }
}
