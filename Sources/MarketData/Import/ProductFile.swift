public import MarketCatalog
import MarketText
import StrictJSON

/// A product file on disk, whose format is told from its content.
///
/// Lines are read one at a time, so a file of them may have any size; a list in one JSON document is
/// read whole and may have ``documentLimit`` bytes. Line ends may be CR LF, a byte-order mark is
/// ignored, and so are empty lines.
public final class ProductFile {
  /// What the file was found to be.
  public let format: ProductFormat

  private let contents: Contents
  private let now: Timestamp

  /// The most bytes of a list in one document: 256 MiB.
  public static let documentLimit = 256 << 20
  /// The most bytes of a line: 4 MiB, more than any product that the market accepts needs.
  public static let lineLimit = 4 << 20

  private enum Contents {
    /// The first line that is not empty, whether it is whole, and the reader that gives the others.
    case lines(first: [UInt8], LineReader.Line, LineReader)
    case list(JSONDocument, JSONArray)
  }

  /// Opens a file and tells its format.
  ///
  /// - Parameters:
  ///   - path: The file's path, or `-` for standard input.
  ///   - format: The format to take it for, or nil to look at the content.
  ///   - now: The present, which dates must not be ahead of.
  /// - Throws: What is wrong with the file as a whole: missing, empty, not JSON, none of the formats.
  public init(
    path: String, format: ProductFormat? = nil, at now: Timestamp
  ) throws(InputFault) {
    self.now = now
    let reader = try LineReader(path: path)
    var start: [UInt8] = []
    var kind: LineReader.Line
    repeat {
      kind = try reader.next(into: &start, limit: Self.lineLimit)
    } while kind == .whole && start.isBlank
    guard kind != .none else { throw .document("the file is empty") }

    if kind == .tooLong, format == nil {
      // A list may stand in one long line, a product may not: only the whole line tells which it is.
      guard try reader.restOfLine(into: &start, limit: Self.documentLimit) else {
        throw Self.tooLong
      }
    }
    if try Self.isLines(start, format) {
      self.format = .ndjson
      contents = .lines(first: start, kind, reader)
      return
    }
    // The reader has taken the end of the first line, and the empty ones before it.
    let lineEnd = UInt8(ascii: "\n")
    start.insert(
      contentsOf: [UInt8](repeating: lineEnd, count: reader.lineNumber - 1), at: 0)
    if reader.hadLineEnd { start.append(lineEnd) }
    guard try reader.rest(into: &start, limit: Self.documentLimit) else { throw Self.tooLong }
    let document: JSONDocument
    do throws(JSONSyntaxFault) {
      document = try JSONDocument(start, limits: .file)
    } catch {
      throw .document("the file is " + error.verdict + ": \(error)")
    }
    (self.format, contents) = try Self.list(in: document, format)
  }

  /// Reads every product of the file in its order; may be called once.
  ///
  /// The file is read to its end also after a faulty row, so that every one is reported.
  ///
  /// - Parameter put: Takes a product and its row, and gives the row in which the file has said
  ///   something else of the same product, or nil; an error that it throws ends the reading and is
  ///   thrown on.
  /// - Throws: ``InputFault/rows(_:)`` when a row is faulty, ``InputFault/file(_:)`` when the file
  ///   cannot be read to its end.
  public func forEachProduct(_ put: (ImportedProduct, Int) throws -> Int?) throws {
    var faults = RowFaults()
    func take(_ product: ImportedProduct?, _ found: [JSONFault], row: Int) throws {
      for fault in found {
        faults.append(RowFault(row: row, pointer: fault.pointer, detail: fault.detail))
      }
      guard let product else { return }
      let dateFaults = product.dateFaults(at: now)
      for fault in dateFaults {
        faults.append(RowFault(row: row, pointer: fault.pointer, detail: fault.detail))
      }
      if dateFaults.isEmpty, let first = try put(product, row) {
        faults.append(RowFault(row: row, contradicting: first, of: product.source))
      }
    }
    switch contents {
    case .lines(var line, var kind, let reader):
      let exported = ExportedRow()
      while kind != .none {
        if kind == .tooLong {
          try reader.skipLine()
          faults.append(
            RowFault(
              row: reader.lineNumber,
              detail: "the line is longer than \(Self.lineLimit >> 20) MiB"))
        } else if !line.isBlank {
          switch Self.parsed(line) {
          case .success(let document):
            let product = exported.product(from: document.root)
            try take(product, document.takeFaults(), row: reader.lineNumber)
          case .failure(let fault):
            faults.append(RowFault(syntax: fault, row: reader.lineNumber))
          }
        }
        kind = try reader.next(into: &line, limit: Self.lineLimit)
      }
    case .list(let document, let rows):
      let openMarket = OpenMarketRow()
      var dummyJSON = DummyJSONRow()
      for (index, row) in rows.enumerated() {
        let row = row.asDocument
        let product =
          switch format {
          case .openMarket: openMarket.product(from: row)
          case .dummyJSON, .ndjson: dummyJSON.product(from: row)
          }
        try take(product, document.takeFaults(), row: index + 1)
      }
    }
    if !faults.isEmpty { throw InputFault.rows(faults) }
  }
}

extension ProductFile {
  /// Tells whether the file is one of lines, by its first one that is not empty.
  private static func isLines(
    _ line: [UInt8], _ format: ProductFormat?
  ) throws(InputFault) -> Bool {
    switch format {
    case .ndjson: return true
    case .openMarket, .dummyJSON: return false
    case nil: break
    }
    guard let first = line.first(where: { !$0.isBlank }),
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    else { throw .document("the file is neither JSON nor lines of JSON") }
    guard first == UInt8(ascii: "{") else { return false }
    guard case .success(let document) = parsed(line) else {
      // A line that closes what it opens is a damaged row, any other the beginning of a document.
      return line.count > 2 && line.last { !$0.isBlank } == UInt8(ascii: "}")
    }
    guard let names = document.root.object()?.unreadNames else { return false }
    if names.contains("pages") || names.contains("products") { return false }
    guard names.contains("source") || names.contains("name") || names.contains("price") else {
      throw unknown(nil)
    }
    return true
  }

  private static func parsed(_ line: [UInt8]) -> Result<JSONDocument, JSONSyntaxFault> {
    do throws(JSONSyntaxFault) {
      return .success(try JSONDocument(line, limits: .file))
    } catch {
      return .failure(error)
    }
  }

  /// The rows of a list in one document, and the format they have.
  private static func list(
    in document: JSONDocument, _ format: ProductFormat?
  ) throws(InputFault) -> (ProductFormat, Contents) {
    let root = document.root
    let rows: JSONValue
    switch root.kind {
    case .array: rows = root
    case .object:
      var object = root.object()
      let list: JSONValue? =
        switch format {
        case .openMarket: object?.optional("pages")
        case .dummyJSON: object?.optional("products")
        case .ndjson, nil: object?.optional("pages") ?? object?.optional("products")
        }
      guard let list else { throw unknown(format) }
      rows = list
    case .string, .integer, .real, .bool, .null: throw unknown(format)
    }
    guard rows.kind == .array, let rows = rows.array() else { throw unknown(format) }
    if let format { return (format, .list(document, rows)) }
    return (try told(by: rows), .list(document, rows))
  }

  /// The format whose members the first row has.
  private static func told(by rows: JSONArray) throws(InputFault) -> ProductFormat {
    guard let row = rows.first else { throw .document("the file lists no products") }
    guard row.kind == .object, let names = row.object()?.unreadNames else { throw unknown(nil) }
    if names.contains("title") { return .dummyJSON }
    if names.contains("currency"), names.contains("name") { return .openMarket }
    throw unknown(nil)
  }

  private static var tooLong: InputFault {
    .document("the file is one JSON document of more than \(documentLimit >> 20) MiB; split it")
  }

  private static func unknown(_ format: ProductFormat?) -> InputFault {
    guard let format else {
      return .document(
        "the file is none of the known kinds: lines of an export (ndjson), an Open Market list "
          + "(openmarket), a DummyJSON list (dummyjson)")
    }
    let shape =
      switch format {
      case .ndjson: "lines of an export"
      case .openMarket: "an object with the array \"pages\", or an array of its rows"
      case .dummyJSON: "an array of products, or an object with the array \"products\""
      }
    return .document("the file is not of the format \(format.name): \(shape)")
  }
}

extension RowFault {
  /// The fault of a line that is no JSON.
  init(syntax fault: JSONSyntaxFault, row: Int) {
    self.init(row: row, detail: "\(fault.verdict) at character \(fault.column): \(fault.detail)")
  }

  /// The fault of a row that says something else of a product than an earlier one.
  fileprivate init(row: Int, contradicting first: Int, of source: ProductSource) {
    let name = (source.name + " " + source.id).displayable
    self.init(
      row: row, detail: "the product \(name) is in row \(first) already, and not the same there")
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}

extension [UInt8] {
  /// Tells whether the line has nothing but blanks.
  var isBlank: Bool { allSatisfy { $0.isBlank } }
}
