/// Why a file of products or events was not taken.
public enum InputFault: Error, Hashable, Sendable {
  /// The file cannot be read.
  case file(FileFault)
  /// The file as a whole is not what it should be; the text says why, without the path.
  case document(String)
  /// Rows are faulty; of a product file nothing was taken.
  case rows(RowFaults)
}

extension InputFault: CustomStringConvertible {
  /// What is wrong, in one line for each fault.
  public var description: String {
    switch self {
    case .file(let fault): return fault.description
    case .document(let detail): return detail
    case .rows(let faults):
      let lines = faults.first.map(\.description)
      let further = faults.count - faults.first.count
      return (lines + (further > 0 ? ["and \(further) more faults"] : []))
        .joined(separator: "\n")
    }
  }
}
