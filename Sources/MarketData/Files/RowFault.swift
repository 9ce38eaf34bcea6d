/// A fault of one row of a file.
public struct RowFault: Hashable, Sendable {
  /// The row, from 1: the line of a file of lines, else the place in the list.
  public var row: Int
  /// Where in the row, as a JSON pointer; empty for the row itself.
  public var pointer: String
  /// What is wrong, naming the field.
  public var detail: String

  /// Makes a fault.
  public init(row: Int, pointer: String = "", detail: String) {
    self.row = row
    self.pointer = pointer
    self.detail = detail
  }
}

extension RowFault: CustomStringConvertible {
  /// `row 12: name must not be empty`.
  public var description: String { "row \(row): \(detail)" }
}

/// The faults of a file, the first thousand by name and all by number.
public struct RowFaults: Hashable, Sendable {
  /// The faults in the order of the file, at most ``limit``.
  public private(set) var first: [RowFault] = []
  /// How many there are in all.
  public private(set) var count = 0

  /// Makes a list without faults.
  public init() {}

  /// How many faults are kept by name.
  public static let limit = 1_000
  /// Tells whether there are none.
  public var isEmpty: Bool { count == 0 }

  mutating func append(_ fault: RowFault) {
    count += 1
    if first.count < Self.limit { first.append(fault) }
  }
}
