/// A set of products of one chunk: a bit for each.
struct SearchBits {
  /// The number of 64-bit words.
  static let wordCount = SearchGrams.chunkSize / 64
  /// The bytes that a row of the index has when it is written as bits.
  static let byteCount = SearchGrams.chunkSize / 8
  /// The most products that a row lists one by one.
  static let listLimit = byteCount / 2 - 1

  /// The bits, the lowest place first.
  private(set) var words = [UInt64](repeating: 0, count: wordCount)

  /// Takes every product out.
  mutating func removeAll() {
    for index in words.indices { words[index] = 0 }
  }

  /// Puts a product in.
  mutating func insert(_ place: UInt16) {
    words[Int(place >> 6)] |= 1 << UInt64(place & 63)
  }

  /// Whether a product is in the set.
  func contains(_ place: UInt16) -> Bool { words[Int(place >> 6)] >> UInt64(place & 63) & 1 == 1 }

  /// Puts the products of a row in; false when the bytes are no row.
  mutating func formUnion(row bytes: Span<UInt8>) -> Bool {
    bytes.withUnsafeBytes { bytes in
      if bytes.count == Self.byteCount {
        for index in 0..<Self.wordCount { words[index] |= Self.word(index, of: bytes) }
        return true
      }
      guard bytes.count < Self.byteCount, bytes.count % 2 == 0 else { return false }
      for offset in stride(from: 0, to: bytes.count, by: 2) {
        insert(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
      }
      return true
    }
  }

  /// Keeps the products that are in a row, too; false when the bytes are no row.
  mutating func formIntersection(row bytes: Span<UInt8>, _ scratch: inout SearchBits) -> Bool {
    if bytes.count == Self.byteCount {
      bytes.withUnsafeBytes { bytes in
        for index in 0..<Self.wordCount { words[index] &= Self.word(index, of: bytes) }
      }
      return true
    }
    scratch.removeAll()
    guard scratch.formUnion(row: bytes) else { return false }
    for index in words.indices { words[index] &= scratch.words[index] }
    return true
  }

  private static func word(_ index: Int, of bytes: UnsafeRawBufferPointer) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
  }

  /// How many products are in the set.
  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Calls `visit` with each place, ascending.
  func visitPlaces(_ visit: (UInt16) -> Void) {
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        visit(UInt16(index << 6 | rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
  }

  /// The set as a row of the index.
  var row: [UInt8] {
    guard count <= Self.listLimit else {
      return words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
    }
    var places: [UInt16] = []
    visitPlaces { places.append($0) }
    return Self.row(of: places)
  }

  /// The row of ascending places, at least one and each once.
  static func row(of places: [UInt16]) -> [UInt8] {
    guard places.count <= listLimit else {
      var bytes = [UInt8](repeating: 0, count: byteCount)
      for place in places { bytes[Int(place >> 3)] |= 1 << (place & 7) }
      return bytes
    }
    return [UInt8](unsafeUninitializedCapacity: places.count * 2) { bytes, count in
      for place in places {
        bytes[count] = UInt8(truncatingIfNeeded: place)
        bytes[count + 1] = UInt8(place >> 8)
        count += 2
      }
    }
  }
}
