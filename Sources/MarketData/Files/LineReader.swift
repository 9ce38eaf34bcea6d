import Glibc

/// Reads a file line by line, or what is left of it as a whole, in chunks of 64 KiB.
final class LineReader {
  /// The file's path, `-` for standard input.
  let path: String
  /// The number of the line that was read last, from 1; 0 before the first.
  private(set) var lineNumber = 0

  /// Tells whether the line that was read last had an end.
  private(set) var hadLineEnd = false

  /// Tells whether the line that was read last was too long and its end is still to come.
  private var isInLine = false
  private let descriptor: Int32
  private var chunk = [UInt8](repeating: 0, count: 65_536)
  private var chunkRange = 0..<0
  private var isAtEnd = false

  /// Opens the file; `-` is standard input.
  init(path: String) throws(InputFault) {
    self.path = path
    descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .file(FileFault(.read, path: path, code: errno))
    }
  }

  deinit {
    if path != "-" { _ = close(descriptor) }
  }

  /// What the next line turned out to be.
  enum Line {
    case whole
    /// Longer than the limit; its beginning is given, the rest is not read yet.
    case tooLong
    case none
  }

  /// Reads the next line without its end (LF or CR LF) into `line`.
  ///
  /// The last line needs no end. The byte-order mark before the first line is left out.
  func next(into line: inout [UInt8], limit: Int) throws(InputFault) -> Line {
    line.removeAll(keepingCapacity: true)
    lineNumber += 1
    hadLineEnd = false
    while true {
      if chunkRange.isEmpty, try !fill() {
        if line.isEmpty {
          lineNumber -= 1
          return .none
        }
        finish(&line)
        return .whole
      }
      let rest = chunk[chunkRange]
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      line.append(contentsOf: rest[..<(end ?? rest.endIndex)])
      if let end {
        chunkRange = (end + 1)..<chunkRange.upperBound
        hadLineEnd = true
        finish(&line)
        return .whole
      }
      chunkRange = 0..<0
      if line.count > limit {
        isInLine = true
        removeByteOrderMark(of: &line)
        return .tooLong
      }
    }
  }

  /// Appends what is left of a line that was too long; false when it is more than `limit` bytes.
  func restOfLine(into line: inout [UInt8], limit: Int) throws(InputFault) -> Bool {
    while isInLine, line.count <= limit {
      if chunkRange.isEmpty, try !fill() { isInLine = false }
      let rest = chunk[chunkRange]
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      line.append(contentsOf: rest[..<(end ?? rest.endIndex)])
      chunkRange = (end.map { $0 + 1 } ?? rest.endIndex)..<chunkRange.upperBound
      hadLineEnd = end != nil
      if end != nil { isInLine = false }
    }
    return !isInLine
  }

  /// Appends everything that is left; false when it is more than `limit` bytes.
  func rest(into bytes: inout [UInt8], limit: Int) throws(InputFault) -> Bool {
    repeat {
      bytes.append(contentsOf: chunk[chunkRange])
      chunkRange = 0..<0
      if bytes.count > limit { return false }
    } while try fill()
    return true
  }

  /// Reads over what is left of a line that was too long, if anything is.
  func skipLine() throws(InputFault) {
    guard isInLine else { return }
    isInLine = false
    repeat {
      if let end = chunk[chunkRange].firstIndex(of: UInt8(ascii: "\n")) {
        chunkRange = (end + 1)..<chunkRange.upperBound
        return
      }
      chunkRange = 0..<0
    } while try fill()
  }

  private func finish(_ line: inout [UInt8]) {
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    removeByteOrderMark(of: &line)
  }

  private func removeByteOrderMark(of line: inout [UInt8]) {
    if lineNumber == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
  }

  private func fill() throws(InputFault) -> Bool {
    if isAtEnd { return false }
    while true {
      let count = read(descriptor, &chunk, 65_536)
      if count > 0 {
        chunkRange = 0..<count
        return true
      }
      if count == 0 {
        isAtEnd = true
        return false
      }
      if errno != EINTR { throw .file(FileFault(.read, path: path, code: errno)) }
    }
  }
}
